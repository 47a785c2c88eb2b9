import type { Difference } from './comparison.ts'
import { type Kind, type LogRow, readDrawNote, readHeadCount, readMarkEntry, readRuling } from './read-logged-acts.ts'

/** The words for the differences between the audit log and the tables. */

type Row = Pick<LogRow, 'sequence' | 'account_id' | 'subject' | 'detail' | 'action'>

const nameClass = (number: number | string | null, organisation: string | null): string =>
  `class ${number} of organisation ${organisation}`

export const nameStart = nameClass

export const nameEarlyEnd = (number: number | string, organisation: string | null): string =>
  `early end of ${nameClass(number, organisation)}`

export const nameTakenBack = (sessionId: string | null, organisation: string | null): string =>
  `class of organisation ${organisation} that was taken back (its id: ${sessionId})`

export const nameMark = (student: string | null, number: number | string | null, organisation: string | null): string =>
  `mark of student ${student} in ${nameClass(number, organisation)}`

export const nameRuling = (sequence: number | string, mark: string): string => `ruling ${sequence} about the ${mark}`

export const nameHeadCount = (sequence: number | string, sessionId: string | null): string =>
  `head count ${sequence} of the class with the id ${sessionId}`

export const nameDrawNote = (
  sequence: number | string,
  number: number | string | null,
  organisation: string | null,
): string => `note ${sequence} about the draws of ${nameClass(number, organisation)}`

export const namePasskey = (credentialId: string): string => `passkey ${credentialId}`

/** The act that a row of the log records. */
function nameLogged({ action, account_id, subject, detail }: Row): string {
  if (action === 'attendance.mark') {
    const { number: ofClass = '', organisation } = readMarkEntry(account_id, detail ?? '')
    return `a ${nameMark(subject, ofClass, organisation)}`
  }
  const number = /^\d+/.exec(detail ?? '')?.[0] ?? ''
  if (action === 'attendance.start') return `the start of ${nameClass(number, account_id)}`
  if (action === 'attendance.end') return `the ${nameEarlyEnd(number, account_id)}`
  if (action === 'attendance.take-back') return `the ${nameTakenBack(subject, account_id)}`
  if (action === 'mark.rule') {
    const { number: ofClass = '', sequence = '' } = readRuling(detail ?? '') ?? {}
    return nameRuling(sequence, nameMark(subject, ofClass, account_id))
  }
  if (action === 'head-count.set') return nameHeadCount(readHeadCount(detail ?? '') ?? '', subject)
  if (action === 'draw.make' || action === 'draw.answer') {
    const { number: ofClass = '', sequence = '' } = readDrawNote(detail ?? '') ?? {}
    return nameDrawNote(sequence, ofClass, account_id)
  }
  return `a passkey that account ${account_id} registered (its id: ${readRegistration(detail ?? '').id})`
}

/** For an entry whose row is missing. */
export const describeMissing = (row: Row): string =>
  `the log knows ${nameLogged(row)}, and it is not there (row ${row.sequence} of the log)`

/** For a repeated entry. */
export const describeRepeated = (row: Row): string => `row ${row.sequence} of the log records again ${nameLogged(row)}`

/** The parts of the row that differ from the log. There is always a line, also where no part can be read. */
export function describeDifferences(difference: Difference): string[] {
  const parts = describeParts(difference)
  return parts.length > 0 ? parts : [`${difference.name}: it is not what the log has`]
}

function describeParts({ kind, name, expected, logged }: Difference): string[] {
  const detail = logged?.detail ?? ''
  if (kind === 'passkeys') return describePasskey(name, expected, { accountId: logged?.account_id ?? '', detail })
  const [there, told] = [readAct(expected.detail), readAct(detail)]
  return [
    ...(there.head === told.head || !isNoted(kind) ? [] : [`${name}: ${changedHead[kind]}`]),
    ...(there.at === told.at
      ? []
      : [`${name}: its time was moved from ${formatTime(told.at)} to ${formatTime(there.at)}`]),
    ...(there.digest === told.digest ? [] : [`${name}: ${changed[kind]}`]),
  ]
}

/** What the words before the time tell. */
const changedHead = {
  rulings: 'what was decided was changed, or its cause',
  draws: 'what was found was changed',
} as const satisfies Partial<Record<Kind, string>>

const isNoted = (kind: Kind): kind is keyof typeof changedHead => Object.hasOwn(changedHead, kind)

const changed = {
  marks: 'its evidence was changed, or its passkey, its proof or its method',
  attendance_sessions: 'its end was changed, or its id, or which login started it',
  rulings: 'its reason was changed, or its note, or who decided',
  head_counts: 'its number was changed, or who counted',
  draws: 'its student was changed, or who noted it',
}

function describePasskey(name: string, there: Difference['expected'], told: Difference['expected']): string[] {
  const [now, then] = [readRegistration(there.detail), readRegistration(told.detail)]
  return [
    ...(now.key === then.key ? [] : [`public key of ${name} is not the one that was registered`]),
    ...(there.accountId === told.accountId
      ? []
      : [`${name} belongs to account ${there.accountId}, and account ${told.accountId} registered it`]),
    ...(now.at === then.at ? [] : [`${name}: the time of its registration was moved from ${formatTime(then.at)}`]),
    ...(now.held === then.held ? [] : [`${name}: until when it is held was changed`]),
  ]
}

/** `head`: what stands before the time. The entry of a mark ends with its institute where the student's phone or a list made it. */
function readAct(detail: string) {
  const [, head, at, digest] = /^(.*) at (\d+) (\S+)(?: of \S+)?$/.exec(detail) ?? []
  return { head, at, digest }
}

function readRegistration(detail: string) {
  const [, held, id, at, key] = /^(?:held until (\d+), )?passkey (\S+) at (\d+) key (\S+)$/.exec(detail) ?? []
  return { held, id, at, key }
}

/** A row that was tampered with may hold any text. */
function formatTime(at: string | undefined): string {
  const time = new Date(Number(at))
  return Number.isNaN(time.getTime()) ? String(at) : time.toISOString()
}
