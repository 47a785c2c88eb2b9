import type { AttendanceWorking } from '#contract/attendance-standing.ts'
import type { SessionSummary, StudentStanding } from '#contract/reports.ts'
import { attendanceField, type StudentAttributes } from '#contract/student.ts'
import { accepted } from '../desk-over-http.ts'
import { documentsPath, type Person, readOwnOrganisation } from '../people-over-http.ts'
import { ask } from './ask.ts'
import { onWall, runningOf } from './course-places.ts'
import type { Who } from './facts.ts'
import { filePlaces, type Place } from './place.ts'
import type { CountedSession, Recount } from './recount.ts'
import { isMoveOf, scan, type World } from './world.ts'

/** Where classes say numbers. */

const nameOf = (rollNumber: string) => rollNumber.toLowerCase() as Who
const classesOf = (count: Recount) => count.sessions('class')
const sessionIds = ({ facts }: World) =>
  facts.flatMap((fact) => (fact.did === 'begin' && fact.group === 'class' ? fact.session : []))
const atWall = (count: Recount) => {
  const running = count.running('class')
  return running && [running.here, running.expected, undefined, undefined]
}
const ofReport = ({ id, present, expected }: SessionSummary) => [id, present, expected]
const ofCount = ({ id, here, expected }: CountedSession) => [id, here, expected]
const percent = (one: AttendanceWorking | undefined) => one && [one.attended, one.counted, one.percentage]
const percentOf = (one: { attended: number; counted: number; percent: number | null }) => [
  one.attended,
  one.counted,
  one.percent,
]
const standing = ({ total, classes, official, shown, working }: StudentStanding) => [
  total,
  classes,
  percent(official),
  percent(shown),
  percent(working),
]
const standingOf = (count: Recount, who: Who) => {
  const { total, classes, official, shown, working } = count.standing(who)
  return [total, classes, percentOf(official), percentOf(shown), percentOf(working)]
}
const inOrder = (people: readonly Who[]): Who[] => people.toSorted((one, other) => (one < other ? -1 : 1))
/** Members, and those of before for whom a class counts. */
const listed = (count: Recount, { students }: World): Who[] =>
  inOrder([...students.keys()].filter((who) => count.standing(who).isMember || count.standing(who).working.counted > 0))
const members = (count: Recount, { students }: World): Who[] =>
  inOrder([...students.keys()].filter((who) => count.standing(who).isMember))
const present = ({ letters }: CountedSession, letter: string) =>
  [...letters].flatMap(([who, one]) => (one === letter ? who : [])).toSorted()
const rollNumbers = (rows: readonly { readonly rollNumber: string }[]): string[] =>
  rows.map((row) => nameOf(row.rollNumber)).toSorted()

function ofEach<Item>({ students }: World, read: (who: Who, student: Person) => Promise<Item>) {
  return Promise.all([...students].map(async ([who, student]) => [who, await read(who, student)] as const))
}
const ofEachMember = <Item>(count: Recount, world: World, read: (who: Who) => Item) =>
  [...world.students.keys()].map((who) => [who, members(count, world).includes(who) ? read(who) : undefined])

export const classPlaces: readonly Place[] = [
  {
    name: 'the display of a class',
    async says(world) {
      const sessionId = await runningOf(world, 'class')
      return onWall(sessionId === undefined ? undefined : await ask(world.college.http, 'roomCode', { sessionId }))
    },
    follows: atWall,
  },
  {
    name: 'a paired screen without a room',
    says: async ({ screens }) => onWall((await ask(screens.hall, 'screen')).session ?? undefined),
    follows: atWall,
  },
  {
    name: 'the running class on the dashboard',
    async says({ college }) {
      const { session, members } = await ask(college.http, 'running')
      return session && [session.present, members]
    },
    follows: (count) => atWall(count)?.slice(0, 2) ?? null,
  },
  {
    name: 'the sheet of each class, and its filters',
    says: (world) =>
      Promise.all(
        sessionIds(world).map(async (sessionId) => {
          const read = async (filter: string) => {
            const sheet = await ask(world.college.http, 'sheet', { sessionId, filter, limit: '50' })
            if (sheet.kind !== 'whole') throw new Error('it is of a course')
            return sheet
          }
          const [all, missing, marked] = [await read('all'), await read('missing'), await read('marked')]
          return [
            ...[sessionId, all.counts.marked, all.counts.members, all.counts.withdrawn],
            ...[all.total, missing.total, marked.total, rollNumbers(all.rows), rollNumbers(marked.rows).length],
          ]
        }),
      ),
    follows: (count) =>
      classesOf(count).map((one) => {
        const rows = new Set([...one.letters.keys(), ...one.withdrawn])
        const marked = one.here + one.withdrawn.length
        return [
          ...[...ofCount(one), one.withdrawn.length, rows.size, rows.size - marked, marked],
          ...[inOrder([...rows]), marked],
        ]
      }),
  },
  {
    name: 'the list of sessions',
    says: async ({ college }) =>
      (await ask(college.http, 'groupSessions', { groupId: college.id })).sessions.map(ofReport),
    follows: (count) => classesOf(count).map(ofCount).toReversed(),
  },
  {
    name: 'the report of each class, and its filters',
    says: (world) =>
      Promise.all(
        sessionIds(world).map(async (sessionId) => {
          const read = (show: string) => ask(world.college.http, 'reportSession', { sessionId, show, limit: '50' })
          const [all, here, away] = [await read('all'), await read('present'), await read('absent')]
          return [...ofReport(all.session), all.total, rollNumbers(here.rows), away.total]
        }),
      ),
    follows: (count) =>
      classesOf(count).map((one) => [...ofCount(one), one.expected, present(one, 'P'), one.expected - one.here]),
  },
  {
    name: 'the chart over time',
    async says({ college }) {
      const { points, students } = await ask(college.http, 'groupOverTime', { groupId: college.id })
      return [points.map((point) => [point.present, point.expected]), students && [students.total, students.below75]]
    },
    follows: (count, world) => [
      classesOf(count)
        .filter(({ isRunning }) => !isRunning)
        .map(({ here, expected }) => [here, expected]),
      classesOf(count).length === 0 ? null : [members(count, world).length, below(count, world).length],
    ],
  },
  {
    name: 'the head of the whole institute',
    async says({ college }) {
      const { people, held, below, counted, points } = await ask(college.http, 'groupFigures', { groupId: college.id })
      return [people, held, below, counted, points]
    },
    follows: (count, world) => {
      const ended = classesOf(count).filter(({ isRunning }) => !isRunning)
      const sum = (of: 'here' | 'expected') => ended.reduce((so, one) => so + one[of], 0)
      return [
        ...[members(count, world).length, ended.length, classesOf(count).length === 0 ? 0 : below(count, world).length],
        ...[sum('expected'), 100 * sum('here')],
      ]
    },
  },
  {
    name: 'the list of students',
    async says({ college }) {
      const read = (below75: string) => ask(college.http, 'reportStudents', { below75, limit: '50' })
      const [{ students }, few] = [await read('false'), await read('true')]
      return [students.map((one) => [nameOf(one.rollNumber), standing(one)]), rollNumbers(few.students)]
    },
    follows: (count, world) => [listed(count, world).map((who) => [who, standingOf(count, who)]), below(count, world)],
  },
  {
    name: 'the register of the whole institute',
    async says({ college }) {
      const { people, enrolled, sessions } = await ask(college.http, 'register', { groupId: college.id })
      const figures = people.map(({ rollNumber, letters, working: { points, counted, percentage } }) => [
        ...[nameOf(rollNumber), letters, points, counted],
        percentage === null ? null : Number(percentage.replace('%', '')),
      ])
      return [figures, enrolled.people, enrolled.before, sessions.map(({ counts }) => counts)]
    },
    follows(count, world) {
      const all = listed(count, world)
      const figures = all.map((who) => {
        const { attended, counted, percent } = count.standing(who).shown
        return [who, count.person('class', who).letters.replaceAll('W', 'A'), 100 * attended, counted, percent]
      })
      const now = members(count, world).length
      return [figures, now, all.length - now, classesOf(count).map(({ counts }) => counts)]
    },
  },
  {
    name: 'the record of each person in the classes',
    says: (world) =>
      ofEach(world, async (_, { id: personId }) => {
        const { whole } = await ask(world.college.http, 'personRecord', { personId })
        return whole && standing(whole)
      }),
    follows: (count, world) => [...world.students.keys()].map((who) => [who, standingOf(count, who)]),
  },
  {
    name: 'the report of each student',
    says: (world) =>
      ofEach(world, async (_, { id: studentId }) =>
        standing((await ask(world.college.http, 'reportStudent', { studentId })).student),
      ),
    follows: (count, world) => [...world.students.keys()].map((who) => [who, standingOf(count, who)]),
  },
  {
    name: 'the own report of each student',
    says: (world) =>
      ofEach(world, async (_, { http }) => standing(await ask(http, 'ownReport', { organisation: world.college.id }))),
    follows: (count, world) => [...world.students.keys()].map((who) => [who, standingOf(count, who)]),
  },
  {
    name: 'the receipts of each student',
    says: (world) =>
      ofEach(world, async (who, { http }) => {
        const { receipts, unmarked = [] } = await ask(http, 'receipts')
        const own = receipts.flatMap((one) =>
          !('course' in one) && sessionIds(world).includes(one.attendanceSessionId) ? [one] : [],
        )
        const isMember = world.facts.findLast((fact) => isMoveOf(fact, 'class', who))?.did === 'come'
        return isMember ? [own[0]?.total ?? 0, unmarked.length] : undefined
      }),
    follows: (count, world) =>
      ofEachMember(count, world, (who) => {
        const { total, classes, shown } = count.standing(who)
        return [total, classes - shown.counted]
      }),
  },
  {
    name: 'the document of each student, for the student and for the institute',
    async says(world) {
      const totalOf = ({ attendance }: StudentAttributes) =>
        attendanceField.parse(JSON.parse(attendance || '{}'))[world.college.id]?.total ?? 0
      const all = (await ask(world.college.http, 'members', { limit: '50' })).documents
      return ofEach(world, async (_, { id, http }) => {
        const own = accepted(await http.get<StudentAttributes>(`${documentsPath('STD')}/${id}`))
        const seen = all.find(({ $id }) => $id === id)
        return seen && [totalOf(own), totalOf(seen)]
      })
    },
    follows: (count, world) =>
      ofEachMember(count, world, (who) => [count.standing(who).total, count.standing(who).total]),
  },
  {
    name: 'the document of the institute',
    async says({ college }) {
      const { classes, members: size } = await readOwnOrganisation(college)
      return [classes, size]
    },
    follows: (count, world) => [classesOf(count).length, members(count, world).length],
  },
  {
    name: 'the phone of each student',
    says: async (world) => {
      const session = await runningOf(world, 'class')
      if (session === undefined) return undefined
      return ofEach(world, async (who) => {
        const { state, student } = await scan(world, who, session)
        return student ? [state !== 'ready', percent(student.working ?? undefined)] : undefined
      })
    },
    follows: (count, world) =>
      count.running('class') &&
      ofEachMember(count, world, (who) => {
        const { shown, classes } = count.standing(who)
        return [shown.counted === classes, percentOf(shown)]
      }),
  },
  ...filePlaces({
    name: 'the file of sessions',
    at: ({ college }) => ({ call: 'exportGroupSessions', values: { groupId: college.id } }),
    read: ({ at }) => [Number(at('Present')), at('Absent'), Number(at('Expected')), at('Percentage')],
    follows: (count) =>
      classesOf(count).map(({ here, expected, isRunning }) => [
        here,
        isRunning ? '' : String(expected - here),
        expected,
        isRunning || expected === 0 ? '' : String(count.percentOf(100 * here, expected)),
      ]),
  }),
  ...filePlaces({
    name: 'the file of the last class',
    at: (world) => {
      const sessionId = sessionIds(world).at(-1)
      return sessionId === undefined ? undefined : { call: 'exportSession', values: { sessionId } }
    },
    read: ({ at }) => [nameOf(at('Roll number')), at('Presence')],
    follows: (count) => {
      const last = classesOf(count).at(-1)
      const words: Record<string, string> = { P: 'Present', A: 'Absent', '?': 'Running', W: 'Mark withdrawn' }
      return last && [...last.letters].toSorted().map(([who, letter]) => [who, words[letter]])
    },
  }),
  ...filePlaces({
    name: 'the file of students',
    at: () => ({ call: 'exportStudents' }),
    read: ({ at }) => [
      ...[
        nameOf(at('Roll number')),
        Number(at('Attended')),
        Number(at('Counted as a member')),
        at('Percentage as a member'),
      ],
      ...[Number(at('Total Attendance')), Number(at('Total Classes')), Number(at('Total Attendance in the period'))],
      ...[Number(at('Total Classes in the period')), at('Percentage in the period')],
    ],
    follows: (count, world) =>
      listed(count, world).map((who) => {
        const { total, classes, shown, working } = count.standing(who)
        const written = (one: number | null) => (one === null ? '' : String(one))
        return [
          ...[who, working.attended, working.counted, written(working.percent)],
          ...[total, classes, shown.attended, shown.counted, String(shown.percent ?? 0)],
        ]
      }),
  }),
  ...filePlaces({
    name: 'the attendance book',
    at: () => ({ call: 'exportBook' }),
    read: ({ at, cells }) => [
      ...[nameOf(at('Roll number')), cells.slice(6, -3)],
      ...[Number(at('Total Attendance in the period')), Number(at('Total Classes in the period'))],
    ],
    follows: (count, world) =>
      listed(count, world).map((who) => {
        const letters = [...count.person('class', who).letters].map((one) => ({ '?': '', '-': '', W: 'A' })[one] ?? one)
        return [who, letters, count.standing(who).total, count.standing(who).shown.counted]
      }),
  }),
]

const below = (count: Recount, world: World) =>
  members(count, world).filter((who) => {
    const { percent } = count.standing(who).shown
    return percent !== null && percent < 75
  })
