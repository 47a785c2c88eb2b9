import { hash } from 'node:crypto'
import { isOwnSource } from '#contract/import-rules.ts'
import type { ImportSummary, LineProblem } from '#contract/imports.ts'
import type {
  CheckedLine,
  FormerFacts,
  ImportRecord,
  KnownPerson,
  PlannedLine,
  RosterFacts,
  SealedPlan,
} from './stores.ts'

/** More than a fifth of what a source has begun would end: that needs a review. */
export const endsMany = (gone: number, ofSource: number): boolean => gone * 5 > ofSource

/** Whether a file from `source` has begun what has the other source: nothing that people made. */
export const hasBegun = (source: string, of: string | null): boolean => of === source && !isOwnSource(source)

export type Plan = SealedPlan & { readonly lines: readonly PlannedLine[] }

/**
 * What an import would do: a person is found again by the external id, then by the roll number, never by name or email
 * alone; who has another external id, or a line of the own by it, is not found by the number. A member who is found by the
 * number is the same person where the office has said so, or where both have one verified email that no other line and no
 * other person has. `importer`: the account that imports.
 */
export function planImport(
  { source, isWhole }: Pick<ImportRecord, 'source' | 'isWhole'>,
  lines: readonly CheckedLine[],
  roster: readonly KnownPerson[],
  importer: string,
): Omit<Plan, 'seal'> {
  const find = findBy(lines, roster)
  const twice = findTwice(lines)
  const named = new Set<KnownPerson>()
  const planned = lines.map((line): PlannedLine => {
    const { person, linkedBy } = find(line)
    if (person) named.add(person)
    const base = { line: line.line, ...toFormer(person), linkedBy, otherLine: null }
    if (line.problem) return { ...base, outcome: 'problem', problem: line.problem }
    const conflict = twice.get(line.line) ?? findConflict(line, person, find, importer)
    if (conflict) return { ...base, outcome: 'problem', ...conflict }
    const problem = null
    if (!person) return { ...base, outcome: 'new', problem }
    if (person.studentId !== null && !linkedBy) return { ...base, outcome: 'question', problem }
    const isSame = linkedBy === person.linkedBy && areEqual(mergeFacts(line, person), person)
    return { ...base, outcome: isSame ? 'same' : 'changed', problem }
  })
  const begun = roster.filter((person) => hasBegun(source, person.source) && person.studentId === null)
  const gone = isWhole ? begun.filter((person) => !named.has(person)) : []
  const all = [...planned, ...gone.map(toGone)]
  const count = (outcome: PlannedLine['outcome']) => all.filter((one) => one.outcome === outcome).length
  const counts = {
    new: count('new'),
    changed: count('changed'),
    same: count('same'),
    problems: count('problem'),
    questions: count('question'),
    gone: gone.length,
  }
  return { lines: all, counts, ofSource: begun.length }
}

/** More than a fifth of the source's people would end, or a file that has everyone is empty. */
export function isOnHold(
  { isWhole, lines }: Pick<ImportRecord, 'isWhole' | 'lines'>,
  { gone }: ImportSummary['counts'],
  ofSource: number,
): boolean {
  return endsMany(gone, ofSource) || (isWhole && lines === 0)
}

/** What the roster has after the line. The number of a member is that of the membership. */
function mergeFacts(line: CheckedLine, person: KnownPerson): RosterFacts {
  return {
    rollNumber: person.studentId === null ? line.rollNumber : null,
    given: line.given,
    family: line.family,
    email: line.email ?? person.email,
    section: line.section ?? person.section,
    externalId: line.externalId ?? person.externalId,
  }
}

const factNames = ['rollNumber', 'given', 'family', 'email', 'section', 'externalId'] as const
const areEqual = (a: RosterFacts, b: RosterFacts) => factNames.every((name) => a[name] === b[name])

const toGone = (person: KnownPerson, index: number): PlannedLine => ({
  line: -1 - index,
  outcome: 'gone',
  problem: null,
  otherLine: null,
  ...toFormer(person),
  linkedBy: null,
})

function toFormer(person: KnownPerson | undefined): Pick<PlannedLine, 'personId' | 'before'> {
  if (!person) return { personId: null, before: null }
  const { id, rollNumber, rollKey, given, family, nameKey, email, emailKey, section, externalId, linkedBy } = person
  const before: FormerFacts = {
    rollNumber,
    rollKey,
    given,
    family,
    nameKey,
    email,
    emailKey,
    section,
    externalId,
    linkedBy,
  }
  return { personId: id, before }
}

type Found = { readonly person: KnownPerson | undefined; readonly linkedBy: KnownPerson['linkedBy'] }
type Find = ((line: CheckedLine) => Found) & {
  readonly byNumber: (line: CheckedLine) => KnownPerson | undefined
  /** The line that has the external id of a person. */
  readonly lineOf: (person: KnownPerson) => CheckedLine | undefined
}

function findBy(lines: readonly CheckedLine[], roster: readonly KnownPerson[]): Find {
  const byExternalId = new Map(roster.map((person) => [person.externalId, person]))
  const [members, others] = [new Map<string, KnownPerson>(), new Map<string, KnownPerson>()]
  for (const person of roster) (person.studentId === null ? others : members).set(person.rollKey, person)
  const emails = countEmails(lines, roster)
  const byNumber = ({ rollKey }: CheckedLine) => others.get(rollKey) ?? members.get(rollKey)
  const lineOfId = new Map(lines.map((line) => [line.externalId, line]))
  const lineOf = ({ externalId }: KnownPerson) => (externalId === null ? undefined : lineOfId.get(externalId))
  // Of a line whose own id no one has.
  const isOther = (line: CheckedLine, holder: KnownPerson) =>
    holder.externalId !== null && (line.externalId !== null || lineOf(holder) !== undefined)
  const find = (line: CheckedLine): Found => {
    const byId = line.externalId === null ? undefined : byExternalId.get(line.externalId)
    const holder = byNumber(line)
    const person = byId ?? (holder && isOther(line, holder) ? undefined : holder)
    if (!person || person.studentId === null || person.linkedBy) return { person, linkedBy: person?.linkedBy ?? null }
    const { emailKey } = line
    const isSame = emailKey !== null && emailKey === person.verifiedEmailKey && emails.get(emailKey) === 1
    return { person, linkedBy: isSame ? 'email' : null }
  }
  return Object.assign(find, { byNumber, lineOf })
}

/** How many lines have an email; another person of the roster with it counts as one more. */
function countEmails(lines: readonly CheckedLine[], roster: readonly KnownPerson[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const numbers = new Set(lines.map((line) => line.rollKey))
  const others = roster.filter(({ rollKey }) => !numbers.has(rollKey))
  for (const { emailKey } of [...lines, ...others]) {
    if (emailKey !== null) counts.set(emailKey, (counts.get(emailKey) ?? 0) + 1)
  }
  return counts
}

/** Why a line without a problem of its own cannot be taken. */
function findConflict(
  line: CheckedLine,
  person: KnownPerson | undefined,
  { byNumber, lineOf }: Find,
  importer: string,
): Conflict | null {
  if (person?.studentId === importer) return { problem: 'own-record', otherLine: null }
  if (person?.rollKey === line.rollKey) return null
  if (person && person.studentId !== null) return { problem: 'number-differs', otherLine: null }
  const holder = byNumber(line)
  return holder ? { problem: 'number-taken', otherLine: lineOf(holder)?.line ?? null } : null
}

type Conflict = Pick<PlannedLine, 'otherLine'> & { readonly problem: LineProblem }

/**
 * Lines that have the number or the external id of another one. Where both say the same, the first is taken; where they
 * differ, none: the server cannot know which is right.
 */
function findTwice(lines: readonly CheckedLine[]): ReadonlyMap<number, Conflict> {
  const found = new Map<number, Conflict>()
  const look = (problem: LineProblem, keyOfLine: (line: CheckedLine) => string | null) => {
    const groups = Map.groupBy(lines, keyOfLine)
    groups.delete(null)
    for (const [first, ...others] of groups.values()) {
      if (!first || others.length === 0) continue
      const isOne = others.every((line) => contentOf(line) === contentOf(first))
      for (const line of others) found.set(line.line, { problem, otherLine: first.line })
      if (!isOne) found.set(first.line, { problem, otherLine: others[0]?.line ?? first.line })
    }
  }
  look('external-id-twice', ({ externalId }) => externalId)
  look('number-twice', ({ rollKey }) => rollKey || null)
  return found
}

const contentOf = ({ line: _, ...cells }: CheckedLine): string => JSON.stringify(cells)

/** Of everything that is kept of a plan: what will be written, and what an undo brings back. */
export function sealOf(lines: readonly CheckedLine[], planned: readonly PlannedLine[]): string {
  const facts = planned.map(({ line, outcome, problem, otherLine, personId, linkedBy, before }) => {
    return [line, outcome, problem, otherLine, personId, linkedBy, before]
  })
  return hash('sha256', JSON.stringify([lines, facts]), 'base64url')
}
