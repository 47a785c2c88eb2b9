import { type RawBuilder, sql } from 'kysely'
import { goodAttendancePercent } from '#contract/rules.ts'
import { canonicalRollNumber } from '#contract/text-fields.ts'
import { nameKey } from '../../domain/profiles/name-key.ts'
import type { SessionScope, StudentOrder, StudentSelection } from '../../domain/register/report-stores.ts'
import type { Slice } from '../../domain/register/sheet-stores.ts'
import { countClasses, countEnded, knownBefore } from '../../domain/register/standing.ts'
import { hasLeft, hasNeverLeft, isAway, isMember, joinedAt } from './roster.ts'
import { ruledMarks } from './ruled-marks.ts'

/**
 * The pieces of SQL with which reports select, count and order. In them `m` is the membership, `s` the student, `x` the
 * attendance session and `k` the mark. A withdrawn mark counts nowhere.
 */

export const afterOf = (slice: Slice): RawBuilder<unknown> =>
  'after' in slice
    ? sql`(m.roll_number_canonical, m.student_id) > (${slice.after.rollNumber}, ${slice.after.id})`
    : sql`true`
export const offsetOf = (slice: Slice): number => ('offset' in slice ? slice.offset : 0)

/** The organisation's roll number of `m`. */
export const rollNumberOf: RawBuilder<string> = sql`coalesce(m.roll_number, s.roll_number)`

/** How many ended sessions of the scope count for `m`: those during the membership, and those with a mark. */
export function countedSessions(scope: SessionScope): RawBuilder<number> {
  const { groupId, firstNumber, lastEnded } = scope
  return sql`(${sessionsSinceJoining(scope)} - case when ${hasNeverLeft} then 0
    else (select count(*) from attendance_sessions x
      where x.group_id = ${groupId} and x.number between ${firstNumber} and ${lastEnded}
        and x.ends_at > ${joinedAt('m')} and ${isAway(sql`x.ends_at`)} and not exists (select 1 from ${ruledMarks('k')}
          where k.attendance_session_id = x.id and k.student_id = m.student_id and k.stands)) end)`
}

/**
 * True of members, and of former members for whom a session of the scope counts. These are not among those below 75 %: the
 * classes that go on without them would keep them there.
 */
const isListed = (scope: SessionScope, { below75 }: StudentSelection): RawBuilder<boolean> =>
  below75 ? isMember('m') : sql`(${isMember('m')} or ${countedSessions(scope)} > 0)`

/** How many former members are still in the scope's reports. */
export const chooseFormerStudents = (scope: SessionScope): RawBuilder<unknown> => sql`
  select m.student_id from memberships m where m.organisation_id = ${scope.organisationId}
    and ${hasLeft('m')} and ${countedSessions(scope)} > 0`

/** Reads no session for members who joined before all of them. */
function sessionsSinceJoining(scope: SessionScope): RawBuilder<number> {
  const { groupId, firstNumber, lastEnded, firstEndsAt } = scope
  const all = lastEnded - firstNumber + 1
  if (all <= 0) return sql`0`
  return sql`case when ${joinedAt('m')} < ${firstEndsAt} then cast(${all} as integer) else coalesce(
    cast(${lastEnded + 1} as integer) - (select x.number from attendance_sessions x
      where x.group_id = ${groupId} and x.ends_at > ${joinedAt('m')} and x.number between 1 and ${lastEnded}
      order by x.ends_at limit 1), 0) end`
}

/** How many ended sessions of the scope were over when `m` joined. */
export const sessionsBefore = (scope: SessionScope): RawBuilder<number> =>
  sql`(cast(${countEnded(scope)} as integer) - ${sessionsSinceJoining(scope)})`

/** True when all ended sessions are in the scope: then the stored totals are enough, whatever the number of marks. */
function hasAllEnded({ firstNumber, lastEnded, classes, running }: SessionScope): boolean {
  return firstNumber === 1 && lastEnded === (running ? classes - 1 : classes)
}

const marksWhileRunning = (id: string): RawBuilder<number> =>
  sql`(select count(*) from ${ruledMarks('k')}
    where k.attendance_session_id = ${id} and k.student_id = m.student_id and k.stands)`

function attendedFromTotal({ running }: SessionScope): RawBuilder<number> {
  return running ? sql`m.total - ${marksWhileRunning(running.id)}` : sql`m.total`
}

/** Marks of `m` in all classes of the scope, that which runs included. `attended`: those in classes that have ended. */
export function marksOf(scope: SessionScope, attended: RawBuilder<number>): RawBuilder<number> {
  const { firstNumber, lastNumber, classes, running } = scope
  if (firstNumber === 1 && lastNumber === classes) return sql`m.total`
  return running?.number === lastNumber ? sql`(${attended} + ${marksWhileRunning(running.id)})` : attended
}

/**
 * The classes of the scope that count so far for `m`: one that runs is not yet missed while there is no mark in it, withdrawn or
 * not (decision 31).
 */
export function classesOf(scope: SessionScope): RawBuilder<number> {
  const { lastNumber, running } = scope
  const classes = countClasses(scope)
  if (running?.number !== lastNumber) return sql`cast(${classes} as integer)`
  return sql`(cast(${classes - 1} as integer) + (select count(*) from marks k
    where k.attendance_session_id = ${running.id} and k.student_id = m.student_id))`
}

/** Attended sessions of `m`, for few members: the marks of each are counted. */
export function attendedByEach(scope: SessionScope): RawBuilder<number> {
  if (hasAllEnded(scope)) return attendedFromTotal(scope)
  return sql`(select count(*) from ${ruledMarks('k')} cross join attendance_sessions x
    where x.id = k.attendance_session_id and k.student_id = m.student_id and k.organisation_id = m.organisation_id
      and x.group_id = ${scope.groupId} and x.number between ${scope.firstNumber} and ${scope.lastEnded}
      and k.stands)`
}

/** The same for all members at once: the marks of the scope's sessions are read once, session by session. */
function attendedByAll(scope: SessionScope): {
  readonly join: RawBuilder<unknown>
  readonly value: RawBuilder<number>
} {
  if (hasAllEnded(scope)) return { join: sql``, value: attendedFromTotal(scope) }
  return {
    join: sql`left join (
      select k.student_id, count(*) as attended
      from attendance_sessions x cross join ${ruledMarks('k')}
      where k.attendance_session_id = x.id and x.group_id = ${scope.groupId}
        and x.number between ${scope.firstNumber} and ${scope.lastEnded} and k.stands
      group by k.student_id
    ) a on a.student_id = m.student_id`,
    value: sql`coalesce(a.attended, 0)`,
  }
}

/** Members with only the columns by which they are filtered and ordered. */
export function chooseStudents(
  scope: SessionScope,
  selection: StudentSelection,
  needsNumbers: boolean,
  after: RawBuilder<unknown>,
  order?: StudentOrder,
): RawBuilder<unknown> {
  const { search } = selection
  const needsNames = search !== '' || order?.sort === 'name'
  const attended = attendedByAll(scope)
  return sql`
    select m.student_id, m.roll_number_canonical, ${joinedAt('m')} as joined_at, m.total
      ${needsNames ? sql`, s.name_key` : sql``}
      ${selection.below75 ? sql`, ${sessionsBefore(scope)} as earlier` : sql``}
      ${needsNumbers ? sql`, ${marksOf(scope, attended.value)} as marks, ${classesOf(scope)} as classes` : sql``}
    from memberships m
    ${needsNames ? sql`inner join students s on s.id = m.student_id` : sql``}
    ${needsNumbers ? attended.join : sql``}
    where m.organisation_id = ${scope.organisationId} and ${isListed(scope, selection)} and ${after} and ${matches(search)}`
}

/** By the number that lists show (decision 31): without a class that counts no student is below it. */
export function belowGoal({ below75 }: StudentSelection): RawBuilder<unknown> {
  return below75 ? sql`marks * 100 < classes * cast(${goodAttendancePercent} as integer)` : sql`true`
}

/** In a list of those below 75 who are not so since they joined stand last, as `partSinceJoining` (contract) says it. */
export function lateLast(scope: SessionScope, { below75 }: StudentSelection): RawBuilder<unknown> {
  if (!below75) return sql``
  return sql`case when earlier > 0 and earlier < cast(${knownBefore(scope)} as integer)
    and marks * 100 >= (classes - earlier) * cast(${goodAttendancePercent} as integer) then 1 else 0 end,`
}

/**
 * Only from this fixed map (rules §3). The roll number, which differs among members, decides between equals, then the
 * id.
 */
export function orderBy({ sort, direction }: StudentOrder): RawBuilder<unknown> {
  const way = direction === 'asc' ? sql`asc` : sql`desc`
  const byRollNumber = sql`roll_number_canonical ${way}, student_id ${way}`
  const orders = {
    rollNumber: byRollNumber,
    name: sql`name_key ${way}, ${byRollNumber}`,
    joinedAt: sql`joined_at ${way}, ${byRollNumber}`,
    total: sql`total ${way}, ${byRollNumber}`,
    attended: sql`marks ${way}, ${byRollNumber}`,
    // Without a class that counts there is no number: as 0.
    percentage: sql`coalesce(marks * 1.0 / nullif(classes, 0), 0) ${way}, ${byRollNumber}`,
  } as const satisfies Record<StudentOrder['sort'], RawBuilder<unknown>>
  return orders[sort]
}

/** By the key of names (decision 46), or by the roll number. */
export const matches = (search: string): RawBuilder<unknown> =>
  hasWords(search, sql`m.roll_number_canonical`, [sql`s.name_key`])

/**
 * Each word of what is typed begins a word of a name or of a further text, or is a part of the roll number, in any order. Nothing
 * that a person types is a pattern.
 */
export function hasWords(
  search: string,
  rollNumber: RawBuilder<unknown>,
  names: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> {
  const words = search.split(/[\s,;]+/).filter((word) => word !== '')
  if (words.length === 0) return sql`true`
  const text = spaced(
    sql.join(
      names.map((name) => sql`' ' || coalesce(${name}, '')`),
      sql` || `,
    ),
  )
  const each = words.map((word) => {
    const key = nameKey(word).replace(signs, ' ').trim()
    const begins = key === '' ? sql`false` : sql`${text} like ${containing(` ${key}`)} escape '\\'`
    return sql`(${rollNumber} like ${containing(canonicalRollNumber(word))} escape '\\' or ${begins})`
  })
  return sql`(${sql.join(each, sql` and `)})`
}

/** A word may begin after one of these. */
const signs = /[-.@_/]/g
const spaced = (text: RawBuilder<unknown>): RawBuilder<unknown> =>
  ['-', '.', '@', '_', '/'].reduce((found, sign) => sql`replace(${found}, ${sql.lit(sign)}, ' ')`, text)

const containing = (text: string) => `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`
