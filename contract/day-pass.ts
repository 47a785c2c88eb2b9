import { z } from 'zod'
import { countAnswer, idAnswer, timeAnswer } from './answer-parts.ts'
import { cellStatuses } from './course-cells.ts'
import { maxCoursePeople, maxSessionMinutes, minSessionMinutes } from './course-rules.ts'
import { courseSession, courseSheet } from './course-sessions.ts'
import { idPattern } from './identifiers.ts'
import { optionalTextInput, textInput, timeZoneInput, wholeNumberInput } from './inputs.ts'
import type { ReadOnly } from './read-only.ts'
import { finishByDayPassMs } from './rules.ts'
import { maxRulingReasonLength } from './text-fields.ts'

/** Day passes: a supply teacher takes the roll of named courses without an account (decision 64). Times are epoch ms. */

const maxPassNameLength = 80
/** Courses that one pass names. */
const maxPassCourses = 20

/** The longest time after its end in which a pass may finish sessions that it started, ms. */
export const longestFinishMs = maxSessionMinutes * 60_000 + finishByDayPassMs

const idInput = (field: string) => z.string(`${field} must be an id`).regex(idPattern, `${field} must be an id`)

/** POST /day-passes. `timeZone`: that of the browser, for an institute that has chosen none. */
export const makeDayPassInput = z.strictObject({
  name: textInput('name', maxPassNameLength),
  courses: z.array(idInput('courses'), 'courses must be a list').min(1).max(maxPassCourses),
  timeZone: timeZoneInput('timeZone'),
})
export type MakeDayPass = z.output<typeof makeDayPassInput>

const namedCourse = { id: idAnswer, code: z.string(), title: z.string() }

const dayPass = z.strictObject({
  id: idAnswer,
  name: z.string(),
  courses: z.array(z.strictObject(namedCourse)),
  madeAt: timeAnswer,
  endsAt: timeAnswer,
  /** Until when it may finish sessions that it started and that run over its end; null where there are none. */
  finishUntil: timeAnswer.nullable(),
  /** Null until a browser opens its link. */
  openedAt: timeAnswer.nullable(),
  lastUsedAt: timeAnswer.nullable(),
})

/** GET /day-passes: those that are good now or finish what they began, the newest first. */
export const dayPassList = z.strictObject({ passes: z.array(dayPass), serverTime: timeAnswer })
export type DayPassList = ReadOnly<typeof dayPassList>

/** `secret`: of the link, said this once. */
export const madeDayPass = z.strictObject({ secret: z.string(), passes: z.array(dayPass), serverTime: timeAnswer })
export type MadeDayPass = ReadOnly<typeof madeDayPass>

/** POST /day-pass/open */
export const openDayPassInput = z.strictObject({
  secret: z.string('secret must be text').regex(/^[\w-]{1,100}$/, 'secret must be that of a link'),
})

/** GET /day-pass: all that the supply teacher sees. After `endsAt`: the sessions that the pass may still finish, alone. */
export const dayPassDisplay = z.strictObject({
  name: z.string(),
  endsAt: timeAnswer,
  /** Until when sessions that the pass started and that run over its end can be finished; null where there are none. */
  finishUntil: timeAnswer.nullable(),
  /** `timeZone`: in which its page writes times; null where the institute has chosen none. */
  organisation: z.strictObject({ id: idAnswer, name: z.string(), timeZone: z.string().nullable() }),
  /** The open ones, by code. */
  courses: z.array(z.strictObject({ ...namedCourse, people: countAnswer, nextNumber: countAnswer })),
  running: z.array(courseSession),
  /** They ended since the pass was made, and no one has taken their roll. */
  notTaken: z.array(courseSession),
  rooms: z.array(z.strictObject({ id: idAnswer, name: z.string() })),
  serverTime: timeAnswer,
})
export type DayPassDisplay = ReadOnly<typeof dayPassDisplay>

/** The sheet of a session. `finishUntil`: where it runs over the end of the pass that started it; null otherwise. */
export const dayPassSheet = courseSheet.extend({ finishUntil: timeAnswer.nullable() })
export type DayPassSheet = ReadOnly<typeof dayPassSheet>

/** POST /day-pass/courses/:courseId/sessions */
export const startByDayPassInput = z.strictObject({
  /** The number that the session should have. */
  expected: wholeNumberInput('expected', 1, 100_000),
  /** Without it: a session without a room. */
  roomId: idInput('roomId').exactOptional(),
  minutes: wholeNumberInput('minutes', minSessionMinutes, maxSessionMinutes),
})
export type StartByDayPass = z.output<typeof startByDayPassInput>

/** POST /day-pass/sessions/:sessionId/roll-call */
export const rollByDayPassInput = z.strictObject({
  statuses: z
    .array(
      z.strictObject({
        person: idInput('person'),
        status: z.enum(cellStatuses, 'status must be present, late, left-early, excused or absent'),
      }),
      'statuses must be a list',
    )
    .min(1)
    .max(maxCoursePeople),
  /** Asked where it changes what the pass has said; '' otherwise. */
  reason: optionalTextInput('reason', maxRulingReasonLength),
})
export type RollByDayPass = z.output<typeof rollByDayPassInput>
