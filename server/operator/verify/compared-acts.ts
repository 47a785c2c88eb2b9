import type { AuditAction } from '../../domain/audit/audit-log.ts'
import type { LoggedFacts } from './logged-facts.ts'

/** The acts that leave a row in a table: what identifies the row, what is compared of it, and its name. */

/** The tables that are compared. */
export const kinds = ['attendance_sessions', 'marks', 'passkeys', 'rulings', 'head_counts', 'draws'] as const
export type Kind = (typeof kinds)[number]

/** An entry as the log has it, or as the row of the table would have made it. */
export type Entry = {
  readonly action: AuditAction | string
  readonly account_id: string | null
  readonly subject: string | null
  readonly facts: LoggedFacts
}

/** The row of a table that an entry is about. */
type Act = {
  readonly kind: Kind
  /** What identifies the row. */
  readonly key: string
  readonly told: Told
}

/** What is compared. Of entries of the log they may be anything. */
export type Told = {
  /** Missing in entries of the first versions, of which nothing is compared but that they are there. */
  readonly at: string | number | undefined
  readonly digest: string | number | undefined
  /** What was decided or found, or until when a passkey is held. */
  readonly said: string
  /** The owner of a passkey. */
  readonly accountId: string | null
}

type ComparedAct = {
  readonly kind: Kind
  readonly what: string
  readonly identify: (entry: Entry) => readonly (string | number | null | undefined)[]
  readonly name: (entry: Entry) => string
  /** Before the name, where the name alone does not say what the log knows. */
  readonly logged?: string
}

const session = ({ organisationId, groupId, number }: LoggedFacts) => [organisationId, groupId, number]
const nameClass = ({ organisationId, number }: LoggedFacts): string =>
  `class ${number} of organisation ${organisationId}`
const nameMark = ({ subject, facts }: Entry): string => `mark of student ${subject} in ${nameClass(facts)}`

const drawNote: ComparedAct = {
  kind: 'draws',
  what: 'draw note',
  identify: ({ facts }) => [...session(facts), facts.sequence],
  name: ({ facts }) => `note ${facts.sequence} about the draws of ${nameClass(facts)}`,
}

const cellRuling: ComparedAct = {
  kind: 'rulings',
  what: 'ruling',
  identify: ({ subject, facts }) => [...session(facts), subject, facts.sequence],
  name: ({ subject, facts }) => `ruling ${facts.sequence} about the person ${subject} in ${nameClass(facts)}`,
}

const comparedActs: Readonly<Partial<Record<AuditAction, ComparedAct>>> = {
  'attendance.start': {
    kind: 'attendance_sessions',
    what: 'start',
    identify: ({ facts }) => session(facts),
    name: ({ facts }) => nameClass(facts),
    logged: 'the start of ',
  },
  'attendance.end': {
    kind: 'attendance_sessions',
    what: 'end',
    identify: ({ facts }) => session(facts),
    name: ({ facts }) => `early end of ${nameClass(facts)}`,
    logged: 'the ',
  },
  'attendance.take-back': {
    kind: 'attendance_sessions',
    what: 'taken back',
    // Its number is another session's by then.
    identify: ({ subject }) => [subject],
    name: ({ subject, facts }) =>
      `class of organisation ${facts.organisationId} that was taken back (its id: ${subject})`,
    logged: 'the ',
  },
  'attendance.mark': {
    kind: 'marks',
    what: 'mark',
    identify: ({ subject, facts }) => [...session(facts), subject],
    name: nameMark,
    logged: 'a ',
  },
  'mark.rule': {
    kind: 'rulings',
    what: 'ruling',
    identify: ({ subject, facts }) => [...session(facts), subject, facts.sequence],
    name: (entry) => `ruling ${entry.facts.sequence} about the ${nameMark(entry)}`,
  },
  'cell.rule': cellRuling,
  'roll-call': cellRuling,
  'head-count.set': {
    kind: 'head_counts',
    what: 'head count',
    // Its session may be taken back and lose its number.
    identify: ({ subject, facts }) => [subject, facts.sequence],
    name: ({ subject, facts }) => `head count ${facts.sequence} of the class with the id ${subject}`,
  },
  'draw.make': drawNote,
  'draw.answer': drawNote,
  'passkey.register': {
    kind: 'passkeys',
    what: 'passkey',
    identify: ({ facts }) => [facts.passkeyId],
    name: ({ account_id, facts }) => `a passkey that account ${account_id} registered (its id: ${facts.passkeyId})`,
  },
}

const actsByName = new Map(Object.entries(comparedActs))

/** The act of an entry of the log. Undefined for another act, and where the entry does not say which row it is about. */
export function actOf(entry: Entry): Act | undefined {
  const isMissing = (part: unknown) => part === undefined || part === null
  return actsByName.get(entry.action)?.identify(entry).some(isMissing) ? undefined : actOfRow(entry)
}

/** The act that left a row in a table. Where that was tampered with, anything may be missing. */
export function actOfRow(entry: Entry): Act | undefined {
  const act = actsByName.get(entry.action)
  return act && { kind: act.kind, key: [act.what, ...act.identify(entry)].join('\n'), told: tell(act, entry) }
}

export const keyOfPasskey = (passkeyId: string): string => `passkey\n${passkeyId}`

function tell({ kind }: ComparedAct, { account_id, facts }: Entry): Told {
  const { startedAt, endsAt, markedAt, decidedAt, countedAt, notedAt, registeredAt } = facts
  return {
    at: startedAt ?? endsAt ?? markedAt ?? decidedAt ?? countedAt ?? notedAt ?? registeredAt,
    digest: facts.digest ?? facts.key,
    said: [facts.status, facts.cause, facts.heldUntil].join(' '),
    accountId: kind === 'passkeys' ? account_id : null,
  }
}

/** As one text, to be compared. */
export const textOf = ({ at, digest, said, accountId }: Told): string => `${accountId}\n${said}\n${at}\n${digest}`

/** The row that an entry is about. */
export const nameRow = (entry: Entry): string => actsByName.get(entry.action)?.name(entry) ?? entry.action

/** The act that the log has. */
export const nameLogged = (entry: Entry): string => `${actsByName.get(entry.action)?.logged ?? ''}${nameRow(entry)}`

export const namePasskey = (credentialId: string): string => `passkey ${credentialId}`
