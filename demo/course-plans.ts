import type { CoursePolicy } from '#contract/course-policy.ts'

const hour = 60 * 60_000

/** The people who have acted for the institute through the term. */
export const colleagues = {
  owner: { name: 'Meera Iyer', title: 'Head of the office', role: 'owner' },
  registrar: { name: 'Samuel Okoro', title: '', role: 'registrar' },
  teacher: { name: 'Dr. Fatoumata Diallo', title: '', role: 'teacher' },
  second: { name: 'Prof. Anneliese Vögele-Brandt', title: 'Head of Mathematics', role: 'teacher' },
  desk: { name: 'Rosa Jiménez', title: '', role: 'desk' },
  viewer: { name: 'Ahmed Farouk El-Sayed', title: 'Dean', role: 'viewer' },
} as const
export type Colleague = keyof typeof colleagues

/** Whom the owner has invited besides. */
export const invited = {
  owner: 'new.owner@cauvery.example',
  registrar: 'new.registrar@cauvery.example',
  teacher: 'new.teacher@cauvery.example',
  desk: 'new.desk@cauvery.example',
  viewer: 'new.viewer@cauvery.example',
} as const

export const rooms = ['A 110', 'B 204', 'C 12', 'L 2', 'Aula'] as const

export type CoursePlan = {
  readonly code: string
  readonly title: string
  readonly department: string
  readonly teacher: Colleague
  readonly room: (typeof rooms)[number]
  /** Of the week; 1 is Monday. */
  readonly days: readonly number[]
  /** After the institute's class of that day began, ms. */
  readonly after: number
  /** How many were held; before so many others of the course's days. */
  readonly sessions: number
  readonly skipped: number
  /** Places of the first and the last of its people in the list of all students. */
  readonly people: readonly [number, number]
  readonly isByRoll: boolean
  /** The share of its people who come. */
  readonly turnout: number
  /** In what it counts otherwise than a new course. */
  readonly policy?: Partial<CoursePolicy>
  /** A session of it runs, and began so long ago, ms. */
  readonly running?: number
}

export const coursePlans: readonly CoursePlan[] = [
  {
    ...{ code: 'CS201', title: 'Data Structures', department: 'Computer Science', teacher: 'teacher', room: 'A 110' },
    ...{
      days: [1, 3, 5],
      after: 1.5 * hour,
      sessions: 25,
      skipped: 0,
      people: [0, 63],
      isByRoll: false,
      turnout: 0.88,
    },
    running: 22 * 60_000,
  },
  {
    ...{ code: 'CS218', title: 'Algorithms', department: 'Computer Science', teacher: 'teacher', room: 'B 204' },
    ...{
      days: [1, 2, 4],
      after: 4 * hour,
      sessions: 20,
      skipped: 0,
      people: [40, 99],
      isByRoll: false,
      turnout: 0.85,
      policy: { guests: true },
    },
  },
  {
    ...{ code: 'EE205', title: 'Circuit Theory', department: 'Electrical Engineering', teacher: 'second' },
    ...{
      room: 'B 204',
      days: [2, 4],
      after: 1.5 * hour,
      sessions: 18,
      skipped: 0,
      people: [64, 160],
      isByRoll: true,
      turnout: 0.77,
      policy: { goal: 80, latePoints: 50 },
    },
    running: 12 * 60_000,
  },
  {
    ...{ code: 'MA203', title: 'Engineering Mathematics III', department: 'Mathematics', teacher: 'second' },
    ...{
      room: 'Aula',
      days: [1, 3, 5],
      after: 5.5 * hour,
      sessions: 22,
      skipped: 0,
      people: [0, 109],
      isByRoll: true,
      turnout: 0.82,
    },
  },
  {
    ...{ code: 'HS110', title: 'Technical Communication', department: 'Humanities', teacher: 'second', room: 'C 12' },
    ...{ days: [2], after: 6 * hour, sessions: 6, skipped: 3, people: [200, 240], isByRoll: true, turnout: 0.7 },
  },
  {
    ...{ code: 'CS340', title: 'Operating Systems', department: 'Computer Science', teacher: 'teacher', room: 'A 110' },
    ...{ days: [4], after: 5 * hour, sessions: 0, skipped: 0, people: [0, 57], isByRoll: false, turnout: 0.9 },
  },
]
