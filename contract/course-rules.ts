/** Bounds of courses. */

export const courseKinds = ['course', 'section', 'homeroom'] as const
export type CourseKind = (typeof courseKinds)[number]

export const maxCourseCodeLength = 32
export const maxCourseTitleLength = 120
export const maxRoomNameLength = 60
/** People who are enrolled in one course at a time. */
export const maxCoursePeople = 5_000

/** People in the register of the whole institute; of more there are only reports. */
export const maxRegisterPeople = 1_000

/** Length of a course session in minutes. A class of the whole institute keeps its hour. */
export const minSessionMinutes = 5
export const maxSessionMinutes = 300

/** Teachers rule on a session until so long after its end; the office can always. */
export const teacherLockMs = 14 * 24 * 60 * 60_000

/** What a person of the institute says of a whole session; the last one holds. */
export const sessionStatuses = ['held', 'cancelled', 'no-one-came'] as const
export type SessionStatus = (typeof sessionStatuses)[number]

/** Least and most of each number of a policy; minutes are counted from the start of a session. */
export const policyBounds = {
  goal: [1, 100],
  latePoints: [0, 100],
  leftEarlyPoints: [0, 100],
  lateAsAway: [2, 20],
  drop: [0, 20],
  lateAfter: [0, 300],
  closesAfter: [1, 300],
} as const
export type PolicyNumber = keyof typeof policyBounds
