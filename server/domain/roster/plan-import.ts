import { hash } from 'node:crypto'
import { isOwnSource } from '#contract/import-rules.ts'
import type { LineProblem } from '#contract/imports.ts'
import type {
  CheckedLine,
  FileLine,
  FormerFacts,
  KnownPerson,
  PlannedLine,
  RosterFacts,
  RosterImport,
  SealedPlan,
} from './stores.ts'
import { findTaken } from './taken-numbers.ts'

/** More than a fifth of what a source has begun would end: that needs a review. */
export const endsMany = (gone: number, ofSource: number): boolean => gone * 5 > ofSource

/** Whether a file from `source` has begun what has the other source: nothing that people made. */
export const hasBegun = (source: string, of: string | null): boolean => of === source && !isOwnSource(source)

type Plan = SealedPlan & { readonly lines: readonly PlannedLine[] }

/**
 * What an import would do: a person is found again by the external id, then by the roll number, never by name or email
 * alone; who has another external id, or a line of the own by it, is not found by the number. A member who is found by the
 * number is the same person where the office has said so, or where both have one verified email that no other line and no
 * other person has. Another name and another email on one number is a question. Who was removed, and has the id, or number
 * and name, is the same person again. Numbers are compared as the whole file leaves them. `importer`: the account that imports.
 */
export function planImport(
  { source, isWhole }: Pick<RosterImport, 'source' | 'isWhole'>,
  lines: readonly FileLine[],
  { roster, former }: { readonly roster: readonly KnownPerson[]; readonly former: readonly KnownPerson[] },
  importer: string,
): Omit<Plan, 'seal'> {
  const find = findBy(lines, roster)
  const twice = findTwice(lines)
  const found = lines.map((line) => {
    const { person, linkedBy } = find(line)
    const isUnknown = person !== undefined && person.studentId !== null && linkedBy === null
    const isQuestion = isUnknown || (person !== undefined && looksOther(line, person))
    const isOwn = person?.studentId === importer
    const problem = line.problem ?? (isOwn ? ('own-record' as const) : null)
    const conflict = problem ? { problem, otherLine: null } : twice.get(line.line)
    return { line, person, linkedBy, isQuestion, conflict }
  })
  const named = new Set(found.flatMap(({ person }) => person ?? []))
  const ofSource = roster.filter((person) => hasBegun(source, person.source))
  const begun = ofSource.filter(({ studentId }) => studentId === null)
  const missing = isWhole ? ofSource.filter((person) => !named.has(person) && person.studentId !== importer) : []
  const gone = new Set(missing.filter(({ studentId }) => studentId === null))
  const takeFormer = findFormer(former)
  const wishes = found
    .filter(({ line, person, conflict }) => !conflict && person?.rollKey !== line.rollKey)
    .map(({ line, person, isQuestion }) => ({ line, by: isQuestion ? undefined : person, number: line.rollKey }))
  const taken = findTaken(wishes, roster, gone)
  const holders = new Map([...taken].map(([{ line }, holder]) => [line, holder]))
  const planned = found.map(({ line, person, linkedBy, isQuestion, conflict }): PlannedLine => {
    const base = { line: line.line, ...toFormer(person), linkedBy, otherLine: null, problem: null }
    if (conflict) return { ...base, outcome: 'problem', ...conflict }
    const holder = holders.get(line)
    if (holder) {
      return { ...base, outcome: 'problem', problem: 'number-taken', otherLine: find.lineOf(holder)?.line ?? null }
    }
    if (!person) return { ...base, personId: takeFormer(line)?.id ?? null, outcome: 'new' }
    if (isQuestion) return { ...base, outcome: 'question' }
    const isSame = linkedBy === person.linkedBy && areEqual(mergeFacts(line, person), person)
    return { ...base, outcome: isSame ? 'same' : 'changed' }
  })
  const all = [...planned, ...missing.map(toMissing)]
  const count = (outcome: PlannedLine['outcome']) => all.filter((one) => one.outcome === outcome).length
  const counts = {
    new: count('new'),
    changed: count('changed'),
    same: count('same'),
    problems: count('problem'),
    questions: count('question'),
    gone: gone.size,
    absent: missing.length - gone.size,
    renumbered: wishes.filter((wish) => wish.by && wish.by.studentId !== null && !taken.has(wish)).length,
  }
  return { lines: all, counts, ofSource: begun.length }
}

/** More than a fifth of the source's people would end, or a file that has everyone is empty. */
export function isOnHold(
  { isWhole }: Pick<RosterImport, 'isWhole'>,
  { counts, ofSource }: Omit<SealedPlan, 'seal'>,
): boolean {
  const isEmpty = counts.new + counts.changed + counts.same + counts.problems + counts.questions === 0
  return endsMany(counts.gone, ofSource) || (isWhole && isEmpty)
}

/** What the roster has after the line. A member keeps the own way to write a number. */
function mergeFacts(line: CheckedLine, person: KnownPerson): RosterFacts {
  const isAsWritten = person.studentId !== null && person.rollKey === line.rollKey
  return {
    rollNumber: isAsWritten ? person.rollNumber : line.rollNumber,
    given: line.given,
    family: line.family,
    email: line.email ?? person.email,
    section: line.section ?? person.section,
    externalId: line.externalId ?? person.externalId,
  }
}

const factNames = ['rollNumber', 'given', 'family', 'email', 'section', 'externalId'] as const
const areEqual = (a: RosterFacts, b: RosterFacts) => factNames.every((name) => a[name] === b[name])

const toMissing = (person: KnownPerson, index: number): PlannedLine => ({
  line: -1 - index,
  outcome: person.studentId === null ? 'gone' : 'absent',
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

/** Another name and another email than those of the person whom a line finds by the number. */
function looksOther(line: FileLine, { externalId, nameKey, emailKey }: KnownPerson): boolean {
  const isById = externalId !== null && externalId === line.externalId
  const hasBoth = nameKey !== null && emailKey !== null && line.emailKey !== null
  return !isById && hasBoth && nameKey !== line.nameKey && emailKey !== line.emailKey
}

/** Who was removed and is in the file again. Each is one line's alone. */
function findFormer(former: readonly KnownPerson[]): (line: FileLine) => KnownPerson | undefined {
  const byId = Map.groupBy(former, ({ externalId }) => externalId)
  const byNumber = Map.groupBy(former, ({ rollKey }) => rollKey)
  const taken = new Set<KnownPerson>()
  return ({ externalId, rollKey, nameKey }) => {
    const isFree = (one: KnownPerson) => !taken.has(one)
    const isNamed = (one: KnownPerson) =>
      isFree(one) && one.nameKey === nameKey && (one.externalId ?? externalId) === (externalId ?? one.externalId)
    const ofId = externalId === null ? undefined : byId.get(externalId)?.find(isFree)
    const found = ofId ?? byNumber.get(rollKey)?.find(isNamed)
    if (found) taken.add(found)
    return found
  }
}

type Found = { readonly person: KnownPerson | undefined; readonly linkedBy: KnownPerson['linkedBy'] }
type Find = ((line: CheckedLine) => Found) & {
  /** The line that has the external id of a person. */
  readonly lineOf: (person: KnownPerson) => CheckedLine | undefined
}

function findBy(lines: readonly CheckedLine[], roster: readonly KnownPerson[]): Find {
  const byExternalId = new Map(roster.map((person) => [person.externalId, person]))
  const [members, others] = [new Map<string, KnownPerson>(), new Map<string, KnownPerson>()]
  for (const person of roster) (person.studentId === null ? others : members).set(person.rollKey, person)
  const emails = countEmails(lines, roster)
  const lineOfId = new Map(lines.map((line) => [line.externalId, line]))
  const lineOf = ({ externalId }: KnownPerson) => (externalId === null ? undefined : lineOfId.get(externalId))
  // Of a line whose own id no one has.
  const isOther = (line: CheckedLine, holder: KnownPerson) =>
    holder.externalId !== null && (line.externalId !== null || lineOf(holder) !== undefined)
  const find = (line: CheckedLine): Found => {
    const byId = line.externalId === null ? undefined : byExternalId.get(line.externalId)
    const holder = others.get(line.rollKey) ?? members.get(line.rollKey)
    const person = byId ?? (holder && isOther(line, holder) ? undefined : holder)
    if (!person || person.studentId === null || person.linkedBy) return { person, linkedBy: person?.linkedBy ?? null }
    const { emailKey } = line
    const isSame = emailKey !== null && emailKey === person.verifiedEmailKey && emails.get(emailKey) === 1
    return { person, linkedBy: isSame ? 'email' : null }
  }
  return Object.assign(find, { lineOf })
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
