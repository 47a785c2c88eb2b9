import { actOf, type Kind, nameLogged, type Told } from './compared-acts.ts'
import type { Difference } from './comparison.ts'
import type { LogRow } from './read-logged-acts.ts'

/** The words for the differences between the audit log and the tables. */

/** For an entry whose row is missing. */
export const describeMissing = (row: LogRow): string =>
  `the log knows ${nameLogged(row)}, and it is not there (row ${row.sequence} of the log)`

/** For a repeated entry. */
export const describeRepeated = (row: LogRow): string =>
  `row ${row.sequence} of the log records again ${nameLogged(row)}`

/** The parts of the row that differ from the log. There is always a line, also where no part can be read. */
export function describeDifferences(difference: Difference): string[] {
  const parts = describeParts(difference)
  return parts.length > 0 ? parts : [`${difference.name}: it is not what the log has`]
}

function describeParts({ kind, name, expected: there, logged }: Difference): string[] {
  const told = logged && actOf(logged)?.told
  if (!told) return []
  // A row that was tampered with may hold a number as a text.
  const isSame = (one: 'at' | 'digest' | 'said' | 'accountId') => String(there[one]) === String(told[one])
  if (kind === 'passkeys') {
    return [
      ...(isSame('digest') ? [] : [`public key of ${name} is not the one that was registered`]),
      ...(isSame('accountId')
        ? []
        : [`${name} belongs to account ${there.accountId}, and account ${told.accountId} registered it`]),
      ...(isSame('at') ? [] : [`${name}: the time of its registration was moved from ${formatTime(told.at)}`]),
      ...(isSame('said') ? [] : [`${name}: until when it is held was changed`]),
    ]
  }
  return [
    ...(isSame('said') ? [] : [`${name}: ${changedSaid[kind]}`]),
    ...(isSame('at') ? [] : [`${name}: its time was moved from ${formatTime(told.at)} to ${formatTime(there.at)}`]),
    ...(isSame('digest') ? [] : [`${name}: ${changed[kind]}`]),
  ]
}

/** Of the others nothing is said. */
const changedSaid: Readonly<Partial<Record<Kind, string>>> = {
  rulings: 'what was decided was changed, or its cause',
  draws: 'what was found was changed',
}

const changed = {
  marks: 'its evidence was changed, or its passkey, its proof or its method',
  attendance_sessions: 'its end was changed, or its id, or which login started it',
  rulings: 'its reason was changed, or its note, or who decided',
  head_counts: 'its number was changed, or who counted',
  draws: 'its student was changed, or who noted it',
}

/** A row that was tampered with may hold any text. */
function formatTime(at: Told['at']): string {
  const time = new Date(Number(at))
  return Number.isNaN(time.getTime()) ? String(at) : time.toISOString()
}
