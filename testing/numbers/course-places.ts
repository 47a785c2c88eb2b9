import type { CourseSession, GroupFigures } from '#contract/course-sessions.ts'
import type { CurrentRoomCode } from '#contract/room-display.ts'
import { ask } from './ask.ts'
import type { Group, Who } from './facts.ts'
import { filePlaces, type Place } from './place.ts'
import type { CountedPerson, CountedSession, Recount } from './recount.ts'
import type { World } from './world.ts'

/** Where a course says numbers. */

const course: Group = 'MATH'
const nameOf = (rollNumber: string) => rollNumber.toLowerCase().split('@')[0] as Who
const byName = <Item>(entries: readonly (readonly [string, Item])[]) =>
  Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))

const byId = <Row extends readonly unknown[]>(rows: readonly Row[]): Row[] =>
  rows.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1))
/** Here, expected, guests, after closing. */
const ofSession = ({ id, present, people, apart }: CourseSession) => [
  id,
  present,
  people,
  apart.guests,
  apart.afterClosing,
]
export const onWall = (wall: Pick<CurrentRoomCode, 'count' | 'members' | 'apart'> | null | undefined) =>
  wall && [wall.count, wall.members, wall.apart?.guests, wall.apart?.afterClosing]
const ofCount = ({ id, here, expected, guests, closed }: CountedSession) => [id, here, expected, guests, closed]
const atWall = (count: Recount) => {
  const running = count.running(course)
  return running && ofCount(running).slice(1)
}

/** The id of the session that runs. */
export const runningOf = async (world: World, group: Group): Promise<string | undefined> => {
  const last = world.facts.findLast((fact) => fact.did === 'begin' && fact.group === group)
  if (last?.did !== 'begin') return undefined
  const ended = world.facts.some((fact) => fact.did === 'end' && fact.session === last.session)
  return ended || world.server.clock.now() >= last.endsAt ? undefined : last.session
}
const sessionsOf = ({ facts }: World, group: Group) =>
  facts.flatMap((fact) => (fact.did === 'begin' && fact.group === group ? fact.session : []))

const peopleOf = (count: Recount, of: Group = course) =>
  count.people(of).map((who): [Who, CountedPerson] => [who, count.person(of, who)])
const enrolledOf = (count: Recount, of: Group = course) =>
  peopleOf(count, of).filter(([, { isEnrolled }]) => isEnrolled)
const figures = ({ points, counted, percent }: CountedPerson) => [points, counted, percent]
const percentOf = (written: string | null) => (written === null ? null : Number(written.replace('%', '')))

/** What the figures of a group say. */
const saidFigures = ({ people, before, held, notTaken, below, counted, points, percentage }: GroupFigures) => [
  ...[people, before, held, notTaken, below, counted, points, percentOf(percentage)],
]

function figuresOf(count: Recount, code: 'MATH' | 'PHYS') {
  const all = peopleOf(count, code).map(([, one]) => one)
  const sum = (of: (one: CountedPerson) => number) => all.reduce((so, one) => so + of(one), 0)
  const [counted, points] = [sum((one) => one.counted), sum((one) => one.points)]
  const sessions = count.sessions(code)
  return [
    ...[enrolledOf(count, code).length, beforeOf(count, code)],
    ...[sessions.filter(({ counts }) => counts).length, sessions.filter(({ isNotTaken }) => isNotTaken).length],
    ...[countBelow(count, code), counted, points, counted === 0 ? null : count.percentOf(points, counted)],
  ]
}

export const coursePlaces: readonly Place[] = [
  {
    name: 'the display of the room',
    async says(world) {
      const sessionId = await runningOf(world, course)
      return onWall(sessionId === undefined ? undefined : await ask(world.college.http, 'roomCode', { sessionId }))
    },
    follows: atWall,
  },
  {
    name: 'a paired screen of the room, and its code',
    async says({ screens }) {
      const { session } = await ask(screens.room, 'screen')
      return [onWall(session), onWall(session?.room)]
    },
    follows: (count) => [atWall(count), atWall(count)],
  },
  {
    name: 'each sheet',
    says: (world) =>
      Promise.all(
        sessionsOf(world, course).map(async (sessionId) => {
          const sheet = await ask(world.college.http, 'sheet', { sessionId })
          if (sheet.kind !== 'course') throw new Error('it is of a class')
          const { session, people } = sheet
          return [ofSession(session), people.map(({ rollNumber }) => nameOf(rollNumber)).toSorted()]
        }),
      ),
    follows: (count) => count.sessions(course).map((one) => [ofCount(one), [...one.letters.keys()].toSorted()]),
  },
  {
    name: 'Today',
    async says({ college }) {
      const { running, notTaken, courses } = await ask(college.http, 'today')
      return {
        running: byId(running.map(ofSession)),
        notTaken: byId(notTaken.map(ofSession)),
        people: courses.map(({ code, people }) => [code, people]),
      }
    },
    follows: (count) => ({
      running: byId(
        bothOf(count)
          .filter(({ isRunning }) => isRunning)
          .map(ofCount),
      ),
      notTaken: byId(
        bothOf(count)
          .filter(({ isNotTaken }) => isNotTaken)
          .map(ofCount),
      ),
      people: (['MATH', 'PHYS'] as const).map((code) => [code, enrolledOf(count, code).length]),
    }),
  },
  {
    name: 'a day pass',
    async says({ dayPass, server }) {
      if (server.clock.now() >= dayPass.endsAt) return undefined
      const { running, notTaken, courses } = await ask(dayPass, 'dayPass')
      return [running.map(ofSession), notTaken.map(ofSession), courses.map(({ people }) => people)]
    },
    follows: (count, { dayPass, server }) =>
      server.clock.now() >= dayPass.endsAt
        ? undefined
        : [
            count
              .sessions(course)
              .filter(({ isRunning }) => isRunning)
              .map(ofCount),
            count
              .sessions(course)
              .filter(({ isNotTaken }) => isNotTaken)
              .map(ofCount)
              .toReversed(),
            [enrolledOf(count).length],
          ],
  },
  {
    name: 'the list of courses',
    says: async ({ college }) =>
      (await ask(college.http, 'courses')).courses.map(({ code, people, sessions }) => [code, people, sessions]),
    follows: (count) =>
      (['MATH', 'PHYS'] as const).map((code) => [code, enrolledOf(count, code).length, count.sessions(code).length]),
  },
  {
    name: 'the page of the course',
    async says({ college, courses }) {
      const [detail, { people }] = [
        await ask(college.http, 'course', { courseId: courses.MATH }),
        await ask(college.http, 'coursePeople', { courseId: courses.MATH }),
      ]
      return [detail.people, people.filter(({ isEnrolled }) => isEnrolled).length, people.length]
    },
    follows: (count) => [
      enrolledOf(count).length,
      enrolledOf(count).length,
      peopleOf(count).filter(([, { wasEnrolled }]) => wasEnrolled).length,
    ],
  },
  {
    name: 'a policy on trial',
    async says({ college, courses }) {
      const { policy } = await ask(college.http, 'course', { courseId: courses.MATH })
      const { people, belowBefore } = await ask(
        college.http,
        'policy',
        { courseId: courses.MATH },
        { policy, isTrial: true },
      )
      return [people, belowBefore]
    },
    follows: (count) => [enrolledOf(count).length, countBelow(count)],
  },
  {
    name: 'the register',
    async says({ college, courses }) {
      const { people, enrolled, sessions } = await ask(college.http, 'register', { groupId: courses.MATH })
      return [
        [enrolled.people, enrolled.before],
        sessions.map(({ counts }) => counts),
        byName(
          people.map(({ rollNumber, letters, working }) => [
            nameOf(rollNumber),
            [letters, working.points, working.counted, percentOf(working.percentage), working.isBelow],
          ]),
        ),
      ]
    },
    follows: (count) => [
      [enrolledOf(count).length, beforeOf(count)],
      count.sessions(course).map(({ counts }) => counts),
      byName(
        peopleOf(count).map(([who, one]) => [
          who,
          [one.letters, ...figures(one), one.percent !== null && one.percent < 75],
        ]),
      ),
    ],
  },
  {
    name: 'the report of the sessions of the course',
    async says({ college, courses }) {
      const { sessions } = await ask(college.http, 'groupSessions', { groupId: courses.MATH })
      return sessions.map(({ id, present, expected, state, uncounted }) => [
        ...[id, present, expected, state === 'running', uncounted ?? null],
      ])
    },
    follows: (count) =>
      count
        .sessions(course)
        .toReversed()
        .map((one) => [one.id, one.here, one.expected, one.isRunning, uncountedOf(one)]),
  },
  {
    name: 'the chart of the course',
    async says({ college, courses }) {
      const { points } = await ask(college.http, 'groupOverTime', { groupId: courses.MATH })
      return points.map(({ present, expected }) => [present, expected])
    },
    follows: (count) =>
      count
        .sessions(course)
        .filter((one) => !one.isRunning && uncountedOf(one) === null)
        .map(({ here, expected }) => [here, expected]),
  },
  {
    name: 'the numbers of all courses',
    async says({ college }) {
      const { courses } = await ask(college.http, 'reportCourses')
      return courses.map(({ code, ...figures }) => [code, ...saidFigures(figures)])
    },
    follows: (count) => (['MATH', 'PHYS'] as const).map((code) => [code, ...figuresOf(count, code)]),
  },
  {
    name: 'the head of a course',
    says: async ({ college, courses }) =>
      saidFigures(await ask(college.http, 'groupFigures', { groupId: courses.MATH })),
    follows: (count) => figuresOf(count, 'MATH'),
  },
  {
    name: 'the own courses of each student',
    says: async ({ students }) =>
      byName(
        await Promise.all(
          [...students].map(async ([who, { http }]) => {
            const { courses } = await ask(http, 'ownCourses')
            const own = courses.filter(({ code }) => code === course)
            return [
              who,
              own.map(({ working, sessions, isEnrolled }) => [
                ...[sessions.map(({ letter }) => letter).join(''), working.points, working.counted],
                ...[percentOf(working.percentage), isEnrolled],
              ]),
            ] as const
          }),
        ),
      ),
    follows: (count, { students }) =>
      byName(
        [...students.keys()].map((who) => {
          const one = count.person(course, who)
          const own = [
            [...one.letters].filter((letter, at) => isOnSheet(count, who, at, letter)).join(''),
            ...figures(one),
            one.isEnrolled,
          ]
          return [who, one.wasEnrolled ? [own] : []]
        }),
      ),
  },
  {
    name: 'the record of each person in the course',
    says: async ({ college, students, courses }) =>
      byName(
        await Promise.all(
          [...students].map(async ([who, { id: personId }]) => {
            const record = await ask(college.http, 'personRecord', { personId })
            const own = record.courses.filter(({ id }) => id === courses.MATH)
            const ofCourse =
              own.length === 0 ? record : await ask(college.http, 'personRecord', { personId, group: courses.MATH })
            const entries = ofCourse.sessions?.of === 'course' ? ofCourse.sessions.entries : []
            const letters = entries.map(({ letter }) => letter).toReversed()
            return [
              who,
              own.map(({ working, isEnrolled }) => [
                ...[letters.join(''), working.points, working.counted],
                ...[percentOf(working.percentage), isEnrolled],
              ]),
            ] as const
          }),
        ),
      ),
    follows: (count, { students }) =>
      byName(
        [...students.keys()].map((who) => {
          const one = count.person(course, who)
          const letters = [...one.letters].filter((letter, at) => isOnSheet(count, who, at, letter)).join('')
          const isKnown = one.wasEnrolled || /[^-?]/.test(letters)
          return [who, isKnown ? [[letters, ...figures(one), one.isEnrolled]] : []]
        }),
      ),
  },
  ...filePlaces({
    name: 'the file of the sessions of the course',
    at: ({ courses }) => ({ call: 'exportGroupSessions', values: { groupId: courses.MATH } }),
    read: ({ at }) => [at('State'), Number(at('Present')), Number(at('Expected'))],
    follows: (count) =>
      count.sessions(course).map((one) => {
        const words = { cancelled: 'Cancelled', 'not-taken': 'Not taken' } as const
        const uncounted = uncountedOf(one)
        return [uncounted ? words[uncounted] : one.isRunning ? 'Running' : 'Ended', one.here, one.expected]
      }),
  }),
  ...filePlaces({
    name: 'the file of the register',
    at: ({ courses }) => ({ call: 'exportRegister', values: { courseId: courses.MATH } }),
    read: ({ at, cells }) => [
      nameOf(at('Roll number')),
      cells.slice(2, -3),
      ...[Number(at('Points')) * 100, Number(at('Counted')), numberOrNull(at('Percentage'))],
    ],
    follows: (count) =>
      inOrder(count).map(([who, one]) => [
        who,
        [...one.letters].map((letter) => (letter === '-' ? '' : letter)),
        ...figures(one),
      ]),
  }),
  ...filePlaces({
    name: 'the file of all courses',
    at: () => ({ call: 'exportCourses' }),
    read: ({ at }) => [
      ...[at('Course'), nameOf(at('Roll number'))],
      ['Attended', 'Of these late', 'Of these left early', 'Excused', 'Missed'].map((heading) => Number(at(heading))),
      ...[Number(at('Points')) * 100, Number(at('Counted')), numberOrNull(at('Percentage'))],
    ],
    follows: (count) =>
      (['MATH', 'PHYS'] as const).flatMap((code) =>
        inOrder(count, code).map(([who, one]) => [
          ...[code, who, ['PLE', 'L', 'E', 'X', 'AC'].map((letters) => countLetters(one.counting, letters))],
          ...figures(one),
        ]),
      ),
  }),
]

const bothOf = (count: Recount) => (['MATH', 'PHYS'] as const).flatMap((code) => count.sessions(code))

/** On the sheet of the session at this place. */
const isOnSheet = (count: Recount, who: Who, at: number, letter: string) =>
  letter !== '-' || (count.sessions(course)[at]?.letters.has(who) ?? false)

const uncountedOf = ({ counts, isRunning, isNotTaken }: CountedSession) =>
  counts || isRunning ? null : isNotTaken ? 'not-taken' : 'cancelled'

const beforeOf = (count: Recount, of: Group = course) =>
  peopleOf(count, of).filter(([, { isEnrolled, wasEnrolled }]) => wasEnrolled && !isEnrolled).length
const countBelow = (count: Recount, of: Group = course) =>
  enrolledOf(count, of).filter(([, { percent }]) => percent !== null && percent < 75).length
const inOrder = (count: Recount, of: Group = course) =>
  peopleOf(count, of).toSorted(([one], [other]) => (one < other ? -1 : 1))
const countLetters = (among: string, letters: string) => [...among].filter((one) => letters.includes(one)).length
const numberOrNull = (cell: string) => (cell === '' ? null : Number(cell))
