import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { RosterPerson } from '#contract/roster.ts'
import type { RosterFilter } from '#contract/roster-rules.ts'
import { rosterTexts } from '#contract/roster-texts.ts'
import { joinNames } from '#contract/text-fields.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { recordTexts } from '../../parts/attendance-record/record-texts.ts'
import styles from './roster.module.css'

/** A person's name on one line. */
export const nameOf = ({ name }: Pick<RosterPerson, 'name'>): string => joinNames(name.given, name.family)

/** The first thing that keeps a person from being marked by the own phone. */
export function Missing({ person }: { person: RosterPerson }) {
  const words = useTextsOf(rosterTexts)
  const { leftOn } = useTextsOf(recordTexts)
  const { day } = useFormat()
  const missing = findMissing(person)
  return missing === undefined ? (
    <span className={styles.ready}>
      <IconCheck size={16} stroke={2.2} aria-hidden="true" />
      <span>{words.ready}</span>
    </span>
  ) : (
    <span className={styles.missing}>
      <IconAlertTriangle size={16} stroke={1.9} aria-hidden="true" />
      <span>{person.leftAt === undefined ? words.filters[missing] : leftOn(day(person.leftAt))}</span>
    </span>
  )
}

function findMissing({
  studentId,
  isVerified,
  passkey,
}: RosterPerson): Exclude<RosterFilter, 'all' | 'double'> | undefined {
  if (studentId === null) return 'not-registered'
  if (!isVerified) return 'not-verified'
  if (passkey === 'none') return 'no-passkey'
  return passkey === 'held' ? 'held' : undefined
}

/** What became of the mail that invited a person who has no account yet. */
export function Invited({ person: { invitation, studentId, noMail } }: { person: RosterPerson }) {
  const { invitation: words } = useTextsOf(rosterTexts)
  const { day } = useFormat()
  if (studentId !== null || !(invitation || noMail === 'mailed-already')) return null
  return (
    <p className={styles.invited}>
      {invitation && (
        <span>{invitation.state === 'sent' ? words.sent(day(invitation.at)) : words[invitation.state]}</span>
      )}
      {invitation?.words && <span>{words.words(invitation.words)}</span>}
      {noMail === 'mailed-already' && <span>{words.noMore}</span>}
    </p>
  )
}
