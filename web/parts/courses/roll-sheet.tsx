import { useState } from 'react'
import type { CellStatus } from '#contract/course-cells.ts'
import type { CourseSheetPerson } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { joinNames, normaliseText } from '#contract/text-fields.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { Button, showError, TextField } from '../../ui/index.ts'
import styles from './courses.module.css'

/** What a touch makes of a status. */
const next: Readonly<Partial<Record<CellStatus, CellStatus>>> = {
  present: 'absent',
  absent: 'late',
  late: 'excused',
  excused: 'present',
}

type RollSheetProps = {
  people: readonly CourseSheetPerson[]
  hint: string
  /** On the button that sends it. */
  save: string
  busy: boolean
  /** About whom someone decided while this roll was taken: it was refused, and what they said is shown. */
  moved: ReadonlySet<string>
  movedHint: string
  onClose: () => void
  /** `reason`: '' where nothing changes that stood before. */
  onSave: (statuses: { readonly person: string; readonly status: CellStatus }[], reason: string) => void
}

/** The roll: all are present, and a touch says otherwise. Asks why where something else stood. */
export function RollSheet({ people, hint, save, busy, moved, movedHint, onClose, onSave }: RollSheetProps) {
  const texts = useTexts()
  const words = useTextsOf('course', courseTexts)
  const [changed, setChanged] = useState<ReadonlyMap<string, CellStatus>>(new Map())
  const [reason, setReason] = useState('')
  const statusOf = ({ personId, cell }: CourseSheetPerson): CellStatus =>
    changed.get(personId) ?? (cell.mark || cell.ruling ? (cell.status ?? 'present') : 'present')
  const standsOtherwise = people.some(
    (person) => (person.cell.mark || person.cell.ruling) && person.cell.status !== statusOf(person),
  )
  return (
    <section className={styles.part} aria-label={words.session.rollCall}>
      <p className={styles.hint}>{hint}</p>
      {moved.size > 0 && (
        <div role="alert">
          <b>{words.session.movedTitle}</b>
          <p className={styles.hint}>{movedHint}</p>
        </div>
      )}
      <ul className={styles.list}>
        {people.map((person) => {
          const name = joinNames(person.given, person.family)
          const status = statusOf(person)
          return (
            <li key={person.personId} className={styles.row}>
              <span className={styles.name}>
                <b lang={nameLanguage(name)}>{name}</b>
                <span className={styles.facts}>{person.rollNumber}</span>
              </span>
              {moved.has(person.personId) && person.cell.status !== null && (
                <Moved
                  name={name}
                  status={person.cell.status}
                  isKept={status === person.cell.status}
                  onKeep={() => setChanged(new Map([...changed].filter(([id]) => id !== person.personId)))}
                />
              )}
              <Button
                className={styles.status}
                data-status={status}
                aria-label={words.session.nextOf(name, words.statuses[status])}
                onClick={() => setChanged(new Map(changed).set(person.personId, next[status] ?? 'present'))}
              >
                {words.statuses[status]}
              </Button>
            </li>
          )
        })}
      </ul>
      {standsOtherwise && (
        <TextField
          label={words.session.reason}
          hint={words.session.reasonHint}
          autoComplete="off"
          value={reason}
          onValueChange={setReason}
        />
      )}
      <div className={styles.actions}>
        <Button onClick={onClose}>{texts.profile.cancel}</Button>
        <Button
          kind="primary"
          busy={busy}
          onClick={() => {
            const typed = normaliseText(reason)
            if (standsOtherwise && typed === '') showError(words.session.reasonNeeded)
            else {
              const statuses = people.map((person) => ({ person: person.personId, status: statusOf(person) }))
              onSave(statuses, standsOtherwise ? typed : '')
            }
          }}
        >
          {save}
        </Button>
      </div>
    </section>
  )
}

type MovedProps = { name: string; status: CellStatus; isKept: boolean; onKeep: () => void }

/** What stands by now, and the way to leave it so. */
function Moved({ name, status, isKept, onKeep }: MovedProps) {
  const words = useTextsOf('course', courseTexts)
  const said = words.statuses[status]
  return (
    <span className={styles.moved}>
      <span className={styles.facts}>{words.session.standsNow(said)}</span>
      {!isKept && (
        <Button kind="quiet" aria-label={words.session.keepNowOf(name, said)} onClick={onKeep}>
          {words.session.keepNow}
        </Button>
      )}
    </span>
  )
}
