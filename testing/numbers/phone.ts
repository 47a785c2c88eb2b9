import type { FinishedCheckIn } from '#contract/check-in.ts'
import type { Recount } from './recount.ts'
import type { World } from './world.ts'

/** What a check-in is answered: in a course how it counts, in a class how the student stands. */

export const isAnswer = (answer: unknown): answer is FinishedCheckIn =>
  typeof answer === 'object' && answer !== null && 'marks' in answer

export function phoneSays({ marks, session }: FinishedCheckIn): unknown {
  const [mark] = marks
  if (!mark || session.course) return [mark?.timing, mark?.isGuest]
  const { working } = mark.student
  return working && [working.attended, working.counted, working.percentage]
}

export function phoneFollows({ marks, session }: FinishedCheckIn, count: Recount, { students }: World): unknown {
  const who = [...students].find(([, { id }]) => id === marks[0]?.student.id)?.[0]
  if (who === undefined) throw new Error('it is of no student')
  if (!session.course) {
    const { attended, counted, percent } = count.standing(who).shown
    return [attended, counted, percent]
  }
  const group = session.course.code === 'MATH' ? 'MATH' : 'PHYS'
  const letter =
    count
      .sessions(group)
      .find(({ id }) => id === session.id)
      ?.letters.get(who) ?? ''
  const timing = { P: 'on-time', L: 'late', C: 'after-closing', G: 'on-time' }[letter]
  return [timing, letter === 'G' ? true : undefined]
}
