import fc from 'fast-check'
import { Refused } from './ask.ts'
import { enrolled, type Group, newcomers, others, type Who, type Word } from './facts.ts'
import { recount } from './recount.ts'
import {
  addStudent,
  begin,
  callRoll,
  checkIn,
  checkInAtScreen,
  come,
  end,
  leave,
  markByHand,
  move,
  remove,
  rule,
  say,
  setExcused,
  type World,
} from './world.ts'

/** Acts on classes and two courses in any order. What the server refuses has not happened, and is not noted. */

const minute = 60_000
const who = fc.constantFrom<Who>(...enrolled, ...others, ...newcomers)
const course = fc.constantFrom<Exclude<Group, 'class'>>('MATH', 'MATH', 'PHYS')
const group = fc.oneof(course, fc.constant<Group>('class'))
const word = fc.constantFrom<Word>('present', 'late', 'left-early', 'excused', 'absent')
const dated = fc.record({
  back: fc.option(fc.integer({ min: 1, max: 90 }), { nil: undefined }),
  meanwhile: fc.constantFrom('left-out' as const, 'absent' as const),
})
/** Which of the sessions of the group, from the newest back. */
const back = fc.nat(3)

type Do = (world: World) => Promise<unknown>

/** The session of the group that is so far back. */
function sessionOf({ facts }: World, of: Group, at: number): string {
  const begun = facts.flatMap((fact) => (fact.did === 'begin' && fact.group === of ? fact.session : [])).at(-1 - at)
  if (begun === undefined) throw new Refused('there is none')
  return begun
}

const fromOf = ({ server }: World, minutes: number | undefined) =>
  minutes === undefined ? {} : { from: server.clock.now() - minutes * minute }

/** What holds already is said by no ruling. */
function assertNew(world: World, session: string, of: Who, wanted: Word): void {
  const holds = recount(world.facts, world.server.clock.now()).wordOf(session, of)
  if (holds === wanted || (holds === 'closed' && wanted === 'absent')) throw new Refused('it holds')
}

export const randomAct: fc.Arbitrary<Do> = fc.oneof(
  {
    weight: 4,
    arbitrary: group.map(
      (of): Do =>
        (world) =>
          begin(world, of, 45),
    ),
  },
  {
    weight: 1,
    arbitrary: group.map(
      (of): Do =>
        (world) =>
          end(world, sessionOf(world, of, 0)),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.integer({ min: 1, max: 35 }).map(
      (minutes): Do =>
        async ({ server }) => {
          await server.clock.advance(minutes * minute)
        },
    ),
  },
  {
    weight: 10,
    arbitrary: fc.tuple(group, who, fc.boolean()).map(
      ([of, one, atScreen]): Do =>
        (world) => {
          const session = sessionOf(world, of, 0)
          return atScreen && of !== 'PHYS' ? checkInAtScreen(world, session, one) : checkIn(world, session, one)
        },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(group, who, back).map(
      ([of, one, at]): Do =>
        (world) =>
          markByHand(world, sessionOf(world, of, at), one),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(course, who, back, word).map(
      ([of, one, at, said]): Do =>
        async (world) => {
          const session = sessionOf(world, of, at)
          assertNew(world, session, one, said)
          await callRoll(world, session, { [one]: said })
        },
    ),
  },
  {
    weight: 5,
    arbitrary: fc.tuple(group, who, back, word).map(
      ([of, one, at, said]): Do =>
        async (world) => {
          const session = sessionOf(world, of, at)
          assertNew(world, session, one, said)
          await rule(world, session, one, said)
        },
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(course, back, fc.constantFrom('held' as const, 'cancelled' as const, 'no-one-came' as const))
      .map(
        ([of, at, said]): Do =>
          (world) =>
            say(world, sessionOf(world, of, at), said),
      ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(course, who, dated).map(
      ([of, one, { back: minutes, meanwhile }]): Do =>
        (world) =>
          come(world, of, one, { ...fromOf(world, minutes), meanwhile }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(who, dated).map(
      ([one, { back: minutes, meanwhile }]): Do =>
        (world) =>
          move(world, one, { ...fromOf(world, minutes), meanwhile }),
    ),
  },
  {
    weight: 1,
    arbitrary: who.map(
      (one): Do =>
        (world) =>
          leave(world, one),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...newcomers).map(
      (one): Do =>
        async (world) => {
          if (world.students.has(one)) throw new Refused('is there')
          await addStudent(world, one)
        },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Who>('moti', 'hari', 'nila').map(
      (one): Do =>
        (world) =>
          remove(world, one),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('left-out' as const, 'attended' as const, 'missed' as const).map(
      (excused): Do =>
        (world) =>
          setExcused(world, excused),
    ),
  },
)
