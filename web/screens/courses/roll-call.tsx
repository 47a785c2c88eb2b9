import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CellStatus } from '#contract/course-cells.ts'
import type { CourseSheet, CourseSheetPerson } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { joinNames, normaliseText } from '#contract/text-fields.ts'
import { beginRollCall } from '../../client/course-calls.ts'
import { finishByHand } from '../../client/hand-calls.ts'
import { CeremonyError, getAssertion } from '../../client/passkey-ceremony.ts'
import { messageOf } from '../../client/request-error.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { coursesKey } from '../../live/live-keys.ts'
import { useAccount, useInstitute } from '../../session/session.ts'
import { useLeaveSignal } from '../../session/use-leave-signal.ts'
import { Button, showError, showSuccess, TextField } from '../../ui/index.ts'
import styles from './courses.module.css'

/** What a touch makes of a status. */
const next: Readonly<Partial<Record<CellStatus, CellStatus>>> = {
  present: 'absent',
  absent: 'late',
  late: 'excused',
  excused: 'present',
}

/** All are present; a touch says otherwise. One gesture of the person's own passkey signs the whole roll. */
export function RollCall({ sheet, onClose }: { sheet: CourseSheet; onClose: () => void }) {
  const texts = useTexts()
  const words = useTextsOf('course', courseTexts)
  const { $id: ownId } = useAccount()
  // No one acts on the own record, and a guest is on no roll.
  const people = sheet.people.filter(({ studentId, cell }) => studentId !== ownId && !cell.isGuest)
  const [changed, setChanged] = useState<ReadonlyMap<string, CellStatus>>(new Map())
  const [reason, setReason] = useState('')
  const statusOf = ({ personId, cell }: CourseSheetPerson): CellStatus =>
    changed.get(personId) ?? (cell.mark || cell.ruling ? (cell.status ?? 'present') : 'present')
  const standsOtherwise = people.some(
    (person) => (person.cell.mark || person.cell.ruling) && person.cell.status !== statusOf(person),
  )
  const signing = useSigning(sheet.session.id, () => {
    showSuccess(words.session.signed)
    onClose()
  })
  return (
    <section className={styles.part} aria-label={words.session.rollCall}>
      <p className={styles.hint}>{words.session.rollCallHint}</p>
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
          busy={signing.isPending}
          onClick={() => {
            const typed = normaliseText(reason)
            if (standsOtherwise && typed === '') showError(words.session.reasonNeeded)
            else {
              const statuses = people.map((person) => ({ person: person.personId, status: statusOf(person) }))
              signing.sign(statuses, standsOtherwise ? typed : '')
            }
          }}
        >
          {words.session.saveRoll}
        </Button>
      </div>
    </section>
  )
}

type Statuses = Parameters<typeof beginRollCall>[1]

/** Begin, the gesture, finish. */
function useSigning(sessionId: string, onSigned: () => void) {
  const texts = useTexts()
  const { $id } = useInstitute()
  const queries = useQueryClient()
  const makeSignal = useLeaveSignal()
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ statuses, reason }: { statuses: Statuses; reason: string }) => {
      const { ceremony } = await beginRollCall(sessionId, statuses, reason)
      if (ceremony === null) throw new CeremonyError('authentication-incomplete')
      const assertion = await getAssertion(ceremony.options, makeSignal())
      return finishByHand(ceremony.id, assertion)
    },
    onSuccess: onSigned,
    onError: (error) => showError(messageOf(error, texts)),
    onSettled: () => void queries.invalidateQueries({ queryKey: coursesKey($id) }),
  })
  return {
    isPending,
    sign: (statuses: Statuses, reason: string) => {
      if (!isPending) mutate({ statuses, reason })
    },
  }
}
