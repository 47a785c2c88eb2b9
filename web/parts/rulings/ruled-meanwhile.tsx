import { IconUsers } from '@tabler/icons-react'
import { actingTexts } from '#contract/acting-texts.ts'
import { sayReason } from '#contract/prepared-reasons.ts'
import { reportsTexts } from '#contract/reports-texts.ts'
import type { CellHistory } from '#contract/rulings.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useSayPerson } from '../../language/use-say-person.ts'
import { Banner } from '../../ui/index.ts'
import styles from './ruling-modal.module.css'
import { rulingTexts } from './ruling-texts.ts'

type Ruling = CellHistory['rulings'][number]

export type RuledMeanwhileProps = {
  /** The sequence of the last ruling that the person had seen; undefined while nothing was refused. */
  seen: number | undefined
  rulings: readonly Ruling[]
  sayStatus: (ruling: Ruling) => string
}

/** What others decided while this person decided, too: it stays as long as its dialog is open. */
export function RuledMeanwhile({ seen, rulings, sayStatus }: RuledMeanwhileProps) {
  const words = useTextsOf(rulingTexts).meanwhile
  const { by } = useTextsOf(actingTexts)
  const reports = useTextsOf(reportsTexts)
  const sayPerson = useSayPerson()
  const { dateTime } = useFormat()
  const unseen = seen === undefined ? [] : rulings.filter(({ sequence }) => sequence > seen)
  if (unseen.length === 0) return null
  return (
    <div role="alert">
      <Banner
        icon={<IconUsers size={24} stroke={1.8} aria-hidden="true" />}
        tone="refused"
        title={words.title}
        more={
          <ul className={styles.meanwhile}>
            {unseen.map((ruling) => (
              <li key={ruling.sequence}>
                <b>{sayStatus(ruling)}</b>
                <span>{dateTime(ruling.decidedAt)}</span>
                {ruling.by && <span>{by(sayPerson(ruling.by))}</span>}
                {ruling.reason !== '' && <span>{`“${sayReason(ruling.reason, reports.preparedReasons)}”`}</span>}
              </li>
            ))}
          </ul>
        }
      >
        {words.hint}
      </Banner>
    </div>
  )
}
