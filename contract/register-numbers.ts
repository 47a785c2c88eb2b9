import { type CellStatus, cellStatuses, isAttended, registerLetters } from './course-cells.ts'
import type { CoursePolicy } from './course-policy.ts'
import type { CourseRegister, RegisterSession } from './course-sessions.ts'
import { type CourseWorking, workOutCourse } from './course-working.ts'
import { goodAttendancePercent } from './rules.ts'

/** What the letters of a register come to, where a screen counts before the server does: what a decision would change. */

const statuses: ReadonlyMap<string, CellStatus> = new Map(
  (['present', 'late', 'left-early', 'excused', 'absent'] as const).map((status) => [registerLetters[status], status]),
)

/** What a letter says; undefined where nothing is known, or nothing is to be known. */
export const statusOfLetter = (letter: string | undefined): CellStatus | undefined =>
  letter === registerLetters['after-closing'] ? 'absent' : statuses.get(letter ?? '')

/** Who were here and who were expected, as a sheet counts them (`countHere`). */
export type HereOf = { readonly present: number; readonly people: number }

export function countLetters(letters: readonly (string | undefined)[]): HereOf {
  const count = { present: 0, people: 0 }
  for (const letter of letters) {
    const status = statusOfLetter(letter)
    if (status !== undefined && isAttended(status)) count.present += 1
    if ((status !== undefined && status !== 'excused') || letter === registerLetters.open) count.people += 1
  }
  return count
}

export const countColumn = (people: CourseRegister['people'], column: number): HereOf =>
  countLetters(people.map(({ letters }) => letters[column]))

/** In whole percent, cut; undefined where no one was expected. */
export const shareOfHere = ({ present, people }: HereOf): number | undefined =>
  people === 0 ? undefined : Math.floor((100 * present) / people)

/**
 * The numbers of one row with `status` in the place `column`; undefined where letters alone do not tell: by minutes, of
 * classes, or when they do not come to what the server has counted.
 */
export function workOutWith(
  { policy, sessions }: Pick<CourseRegister, 'policy' | 'sessions'>,
  { letters, working }: Pick<CourseRegister['people'][number], 'letters' | 'working'>,
  { column, status }: { readonly column: number; readonly status: CellStatus },
): CourseWorking | undefined {
  if (policy === undefined) return undefined
  const now = workOutLetters(letters, sessions, policy)
  if (policy.by !== 'sessions' || now.counted !== working.counted || now.points !== working.points) return undefined
  const session = sessions[column]
  const isOff = [registerLetters.off, registerLetters.guest, undefined].includes(letters[column] as never)
  // Nothing of it counts before the first word, and nothing at all of one that was cancelled.
  if (isOff || (!session?.counts && session?.isOver)) return undefined
  return workOutLetters(
    letters.slice(0, column) + registerLetters[status] + letters.slice(column + 1),
    sessions,
    policy,
  )
}

function workOutLetters(letters: string, sessions: readonly RegisterSession[], policy: CoursePolicy): CourseWorking {
  const counted = sessions.flatMap(({ counts, isOver }, column) => {
    const status = statusOfLetter(letters[column])
    return status !== undefined && (counts || !isOver) ? [{ status, heldMinutes: 0, attendedMinutes: 0 }] : []
  })
  return workOutCourse(counted, policy)
}

/** Percent. A class has the goal of every institute. */
export const goalOf = ({ policy }: Pick<CourseRegister, 'policy'>): number => policy?.goal ?? goodAttendancePercent

/** What can be said of a cell: a student was in a class or was not. */
export const statusesIn = ({ course }: Pick<CourseRegister, 'course'>): readonly CellStatus[] =>
  course ? cellStatuses : ['present', 'absent']
