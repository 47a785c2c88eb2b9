import type { SessionToMark } from '../marks/stores.ts'
import { Problem } from '../problem.ts'

/** The refusal that names what runs in the room: a course by its code, or the whole institute. */
export function roomBusy({ course }: Pick<SessionToMark, 'course'>): Problem {
  return new Problem('room-busy', { value: course?.code ?? '' })
}
