import type { Course } from '#contract/courses.ts'
import { dayPassTexts } from '#contract/day-pass-texts.ts'
import { Read } from '../../kit/read.tsx'
import { useActs } from '../../kit/use-act.ts'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import styles from '../../parts/courses/courses.module.css'
import { Button, Card, ConfirmButton, Dialog, Hint, useDialog } from '../../ui/index.ts'

const loadMake = async () => (await import('./make-pass-modal.tsx')).MakePassModal

/** The day passes that are good now. */
export function DayPasses({ courses }: { courses: readonly Course[] }) {
  const words = useTextsOf(dayPassTexts).office
  const passes = useRead('GET /day-passes', {})
  const acts = useActs()
  const { time } = useFormat()
  const making = useDialog()
  return (
    <section className={styles.part} aria-label={words.title}>
      <h2>{words.title}</h2>
      <Hint>{words.about}</Hint>
      <Read of={passes}>
        {({ passes: all }) =>
          all.length === 0 ? (
            <Hint>{words.none}</Hint>
          ) : (
            <Card as="ul" className={styles.list}>
              {all.map((pass) => (
                <li key={pass.id} className={styles.row}>
                  <span className={styles.name}>
                    <b lang={nameLanguage(pass.name)}>{pass.name}</b>
                    <span className={styles.facts}>{pass.courses.map(({ code }) => code).join(', ')}</span>
                  </span>
                  <span className={styles.facts}>
                    {pass.openedAt === null ? words.unopened : words.opened(time(pass.openedAt))}
                  </span>
                  <span className={styles.facts}>{words.until(time(pass.endsAt))}</span>
                  {pass.finishUntil !== null && (
                    <span className={styles.facts}>{words.finishUntil(time(pass.finishUntil))}</span>
                  )}
                  <ConfirmButton
                    kind="quiet"
                    aria-label={words.endNamed(pass.name)}
                    busy={acts.isBusy}
                    onClick={() =>
                      void acts.run('DELETE /day-passes/:passId', { passId: pass.id }, {}, { done: words.ended })
                    }
                  >
                    {words.end}
                  </ConfirmButton>
                </li>
              ))}
            </Card>
          )
        }
      </Read>
      <div className={styles.actions}>
        <Button onClick={() => making.open()}>{words.make}</Button>
      </div>
      <Dialog of={making} load={loadMake} props={{ courses, acts }} />
    </section>
  )
}
