import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { PersonDetail, PersonFields, RosterPerson } from '#contract/roster.ts'
import { rosterTexts } from '#contract/roster-texts.ts'
import { joinNames } from '#contract/text-fields.ts'
import { messageOf } from '../../client/request-error.ts'
import { changePerson, readPerson, removePeople } from '../../client/roster-calls.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { rosterKey } from '../../live/live-keys.ts'
import { useMay } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { ConfirmButton, DetailList, EmailAddress, ErrorState, Modal, Skeleton } from '../../ui/index.ts'
import { Invited, Missing, nameOf } from './missing.tsx'
import { PersonForm } from './person-form.tsx'
import styles from './roster.module.css'
import type { useRosterActs } from './use-roster.ts'

type PersonModalProps = {
  open: boolean
  onClose: () => void
  person: RosterPerson
  acts: ReturnType<typeof useRosterActs>
  /** May change and remove. */
  isOffice: boolean
}

/** One person: what is known, what is missing, and what the office may change. */
export function PersonModal({ open, onClose, person, ...rest }: PersonModalProps) {
  return (
    <Modal open={open} onClose={onClose} title={nameOf(person)}>
      <Content key={person.id} person={person} onClose={onClose} {...rest} />
    </Modal>
  )
}

type ContentProps = Omit<PersonModalProps, 'open'>

function Content({ person, ...rest }: ContentProps) {
  const texts = useTexts()
  const { $id } = useInstitute()
  const detail = useQuery({
    queryKey: [...rosterKey($id), 'person', person.id],
    queryFn: () => readPerson(person.id),
  })
  const error = useKeptError(detail)
  if (detail.data === undefined) {
    if (!error) return <Skeleton width="100%" height="280px" />
    return (
      <ErrorState message={messageOf(error, texts)} busy={detail.isFetching} onRetry={() => void detail.refetch()} />
    )
  }
  return (
    <div className={styles.parts}>
      <Facts person={detail.data} />
      {rest.isOffice && (
        <>
          <ChangeForm person={detail.data} {...rest} />
          <Removal person={detail.data} {...rest} />
        </>
      )}
    </div>
  )
}

function Facts({ person }: { person: PersonDetail }) {
  const words = useTextsOf('roster', rosterTexts)
  const { day } = useFormat()
  const { $id } = useInstitute()
  const mayRead = useMay('readers')
  const { studentId, ownName, rosterEmail, email, section, externalId, source, addedAt, isNumberTaken } = person
  const cameBy = source === null ? words.byRegistration : source === 'hand' ? words.byHand : source
  return (
    <>
      <p className={styles.state}>
        <Missing person={person} />
        {isNumberTaken && <span>{words.numberTaken}</span>}
        {ownName && <span>{words.ownName(joinNames(ownName.given, ownName.family))}</span>}
        {rosterEmail && <span>{words.rosterEmail(rosterEmail)}</span>}
      </p>
      <Invited person={person} />
      <DetailList
        details={[
          { label: words.columns.rollNumber, value: <span className={styles.code}>{person.rollNumber}</span> },
          { label: words.columns.email, value: email && <EmailAddress>{email}</EmailAddress> },
          { label: words.section, value: section },
          { label: words.externalId, value: externalId },
          { label: words.source, value: cameBy },
          { label: words.addedAt, value: addedAt === null ? '' : day(addedAt) },
        ]}
      />
      {studentId !== null && mayRead && <Link to={paths.studentReport($id, studentId)}>{words.report}</Link>}
    </>
  )
}

type OfficeProps = Omit<ContentProps, 'person'> & { person: PersonDetail }

function ChangeForm({ person, acts, onClose }: OfficeProps) {
  const words = useTextsOf('roster', rosterTexts)
  const { rollNumber, name, section, isVerified } = person
  const now = {
    rollNumber,
    givenName: name.given,
    familyName: name.family,
    email: person.rosterEmail ?? person.email,
    section,
  }
  async function save(fields: PersonFields, refuse: (error: unknown) => void): Promise<boolean> {
    const changed = Object.entries(fields).filter(([field, value]) => value !== now[field as keyof typeof now])
    const done = words.saved(joinNames(fields.givenName, fields.familyName))
    const act = () => changePerson(person.id, Object.fromEntries(changed))
    const isDone = changed.length === 0 || (await acts.run({ act, done }, refuse))
    if (isDone) onClose()
    return isDone
  }
  return (
    <PersonForm
      initial={now}
      hasEmail={!isVerified}
      action={words.save}
      busy={acts.isBusy}
      onCancel={onClose}
      onSend={save}
    />
  )
}

/** The same button asks and acts, so that it keeps the focus. */
function Removal({ person, acts, onClose }: OfficeProps) {
  const words = useTextsOf('roster', rosterTexts)
  const [isAsked, setAsked] = useState(false)
  const name = nameOf(person)
  async function remove() {
    if (await acts.run({ act: () => removePeople([person.id]), done: words.removed(name) })) onClose()
  }
  return (
    <div className={styles.removal}>
      <p className={styles.hint}>{words.removeHint}</p>
      <ConfirmButton isAsking={isAsked} busy={acts.isBusy} onClick={() => (isAsked ? void remove() : setAsked(true))}>
        {isAsked ? words.removeNow(name) : words.remove}
      </ConfirmButton>
    </div>
  )
}
