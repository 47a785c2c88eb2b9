import { useState } from 'react'
import type { Course } from '#contract/courses.ts'
import { dayPassTexts } from '#contract/day-pass-texts.ts'
import { paths } from '#contract/paths.ts'
import { normaliseText } from '#contract/text-fields.ts'
import { ownTimeZone } from '../../client/own-time-zone.ts'
import { Form } from '../../forms/form.tsx'
import type { Acts } from '../../kit/use-act.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import styles from '../../parts/courses/courses.module.css'
import { QrCode } from '../../parts/qr-code/qr-code.tsx'
import { Button, ConfirmButton, Fieldset, Hint, Stack, showError, TextField, useDialogTitle } from '../../ui/index.ts'
import { CheckList } from './check-list.tsx'

type MakePassModalProps = {
  onClose: () => void
  courses: readonly Course[]
  acts: Acts
}

type Made = { readonly name: string; readonly address: string }

/** Makes a day pass, then shows its link this once. */
export function MakePassModal({ onClose, courses, acts }: MakePassModalProps) {
  const words = useTextsOf(dayPassTexts).office
  const [made, setMade] = useState<Made | undefined>()
  useDialogTitle(made ? words.madeFor(made.name) : words.make)
  if (made) return <Shown made={made} onClose={onClose} />
  return <PassForm courses={courses} acts={acts} onCancel={onClose} onMade={setMade} />
}

type PassFormProps = Pick<MakePassModalProps, 'courses' | 'acts'> & {
  onCancel: () => void
  onMade: (made: Made) => void
}

function PassForm({ courses, acts, onCancel, onMade }: PassFormProps) {
  const { common } = useTexts()
  const words = useTextsOf(dayPassTexts).office
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const options = courses
    .filter(({ closedAt }) => closedAt === null)
    .map(({ id, code, title }) => ({ value: id, label: code, facts: title }))

  async function make() {
    const named = normaliseText(name)
    if (named === '' || chosen.size === 0) {
      showError(words.choose)
      return
    }
    const answer = await acts.run(
      'POST /day-passes',
      {},
      { name: named, courses: [...chosen], timeZone: ownTimeZone() },
    )
    if (answer) onMade({ name: named, address: `${location.origin}${paths.dayPass}#${answer.secret}` })
  }

  return (
    <Form
      gap={20}
      onSubmit={() => {
        void make()
      }}
    >
      <TextField label={words.name} autoComplete="off" value={name} onValueChange={setName} />
      {options.length === 0 ? (
        <Hint>{words.noCourses}</Hint>
      ) : (
        <Fieldset legend={words.courses}>
          <CheckList options={options} chosen={chosen} onChange={setChosen} />
        </Fieldset>
      )}
      <div className={styles.actions}>
        <Button onClick={onCancel}>{common.cancel}</Button>
        <ConfirmButton type="submit" kind="primary" busy={acts.isBusy}>
          {words.make}
        </ConfirmButton>
      </div>
    </Form>
  )
}

function Shown({ made, onClose }: { made: Made; onClose: () => void }) {
  const words = useTextsOf(dayPassTexts).office
  return (
    <Stack>
      <Hint>{words.madeHint}</Hint>
      <div className={styles.code}>
        <QrCode address={made.address} label={words.qr} level="L" />
      </div>
      <a className={styles.link} href={made.address}>
        {made.address}
      </a>
      <div className={styles.actions}>
        <Button kind="primary" onClick={onClose}>
          {words.close}
        </Button>
      </div>
    </Stack>
  )
}
