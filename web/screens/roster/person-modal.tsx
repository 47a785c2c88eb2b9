import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { PersonDetail, PersonFields, RosterPerson } from '#contract/roster.ts'
import { rosterTexts } from '#contract/roster-texts.ts'
import { joinNames } from '#contract/text-fields.ts'
import { Read } from '../../kit/read.tsx'
import type { Acts } from '../../kit/use-act.ts'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useMay } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { ConfirmButton, DetailList, EmailAddress, Hint, useDialogTitle } from '../../ui/index.ts'
import { Doubles, Linked } from './doubles.tsx'
import { Invited, Missing, nameOf } from './missing.tsx'
import { PersonForm, type Refused } from './person-form.tsx'
import styles from './roster.module.css'

type PersonModalProps = {
  onClose: () => void
  person: RosterPerson
  acts: Acts
  /** May change and remove. */
  isOffice: boolean
}

/** One person: what is known, what is missing, and what the office may change. */
export function PersonModal({ person, ...rest }: PersonModalProps) {
  useDialogTitle(nameOf(person))
  return (
    <Read of={useRead('GET /people/:personId', { personId: person.id })}>
      {(detail) => (
        <div className={styles.parts}>
          <Facts person={detail} />
          {rest.isOffice && (
            <>
              <Doubles person={detail} {...rest} />
              <Linked person={detail} {...rest} />
              <ChangeForm person={detail} {...rest} />
              <Removal person={detail} {...rest} />
            </>
          )}
        </div>
      )}
    </Read>
  )
}

function Facts({ person }: { person: PersonDetail }) {
  const words = useTextsOf(rosterTexts)
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

type OfficeProps = Omit<PersonModalProps, 'person'> & { person: PersonDetail }

function ChangeForm({ person, acts, onClose }: OfficeProps) {
  const words = useTextsOf(rosterTexts)
  const { rollNumber, name, section, isVerified } = person
  const now = {
    rollNumber,
    givenName: name.given,
    familyName: name.family,
    email: person.rosterEmail ?? person.email,
    section,
  }
  async function save(fields: PersonFields, refused: Refused): Promise<boolean> {
    const changed = Object.entries(fields).filter(([field, value]) => value !== now[field as keyof typeof now])
    const done = words.saved(joinNames(fields.givenName, fields.familyName))
    const ids = { personId: person.id }
    const send = () => acts.run('PATCH /people/:personId', ids, Object.fromEntries(changed), { done, refused })
    const isDone = changed.length === 0 || (await send()) !== undefined
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
  const words = useTextsOf(rosterTexts)
  const [isAsked, setAsked] = useState(false)
  const name = nameOf(person)
  async function remove() {
    const done = words.removed(name)
    if (await acts.run('POST /people/remove', {}, { people: [person.id] }, { done })) onClose()
  }
  return (
    <div className={styles.removal}>
      <Hint>{words.removeHint}</Hint>
      <ConfirmButton isAsking={isAsked} busy={acts.isBusy} onClick={() => (isAsked ? void remove() : setAsked(true))}>
        {isAsked ? words.removeNow(name) : words.remove}
      </ConfirmButton>
    </div>
  )
}
