import {
  addStudent,
  begin,
  callRoll,
  checkIn,
  checkInAtScreen,
  come,
  end,
  leave,
  logInAgain,
  markByHand,
  move,
  remove,
  rule,
  say,
  setExcused,
  type World,
} from './world.ts'

/** Each way in which a session comes to its numbers, as steps of one walk. */

const minute = 60_000

/** A check-in by a student returns what it was answered. */
type Step = readonly [name: string, act: (world: World) => Promise<unknown>]

const later = (minutes: number) => async (world: World) => {
  await world.server.clock.advance(minutes * minute)
}

/** The session of this number among those that were begun. */
const at = ({ facts }: World, number: number): string => {
  const fact = facts.filter(({ did }) => did === 'begin').at(number)
  if (fact?.did !== 'begin') throw new Error('nothing has begun')
  return fact.session
}
const now = (world: World) => at(world, -1)
/** Half an hour before the first session of the course began. */
const before = (world: World) => {
  const begun = world.facts.find((fact) => fact.did === 'begin')
  return (begun?.at ?? 0) - 30_000
}

/** A session of a course, and three in which nothing is said by phones. */
export const courseSteps: readonly Step[] = [
  ['no session yet', async () => undefined],
  ['started', (world) => begin(world, 'MATH', 90)],
  ['phone in time', (world) => checkIn(world, now(world), 'asha')],
  ['guest', (world) => checkIn(world, now(world), 'gita')],
  ['twelve minutes later', later(12)],
  ['phone late', (world) => checkIn(world, now(world), 'bala')],
  ['paired screen late', (world) => checkInAtScreen(world, now(world), 'hari')],
  ['thirty-three minutes', later(21)],
  ['phone after closing', (world) => checkIn(world, now(world), 'chidi')],
  ['roll call', (world) => callRoll(world, now(world), { dev: 'present', eve: 'absent', kala: 'left-early' })],
  ['phone after the absence in the roll call', (world) => checkIn(world, now(world), 'eve')],
  ['by hand', (world) => markByHand(world, now(world), 'pia')],
  ['ruling', (world) => rule(world, now(world), 'chidi', 'left-early')],
  ['undo', (world) => rule(world, now(world), 'chidi', 'absent')],
  ['withdrawn mark', (world) => rule(world, now(world), 'asha', 'absent')],
  ['withdrawn mark counts again', (world) => rule(world, now(world), 'asha', 'present')],
  ['excused', (world) => rule(world, now(world), 'dev', 'excused')],
  ['absent in a second roll call', (world) => callRoll(world, now(world), { kala: 'absent' })],
  ['who was absent in the roll call moves', (world) => move(world, 'kala')],
  ['who has a mark moves', (world) => move(world, 'bala')],
  ['ended by a person', (world) => end(world, now(world))],
  ['enrolled afterwards, left out', (world) => come(world, 'MATH', 'ines', { from: before(world) })],
  ['enrolled afterwards, away', (world) => come(world, 'MATH', 'joe', { from: before(world), meanwhile: 'absent' })],
  ['a minute later', later(1)],
  ['ruling about who was left out', (world) => rule(world, now(world), 'ines', 'late')],
  ['who is left leaves', (world) => leave(world, 'joe')],
  [
    'moved back to before the session, away',
    (world) => move(world, 'hari', { from: before(world), meanwhile: 'absent' }),
  ],
  ['excused counts as missed', (world) => setExcused(world, 'missed')],
  ['excused counts as attended', (world) => setExcused(world, 'attended')],
  ['cancelled', (world) => say(world, now(world), 'cancelled')],
  ['held after all', (world) => say(world, now(world), 'held')],
  ['a second one runs', (world) => begin(world, 'MATH', 30)],
  ['enrolled while it runs', (world) => come(world, 'MATH', 'moti')],
  ['no one has taken it', later(40)],
  ['no one came', (world) => say(world, now(world), 'no-one-came')],
  ['a third one runs', (world) => begin(world, 'MATH', 30)],
  ['roll call while it runs', (world) => callRoll(world, now(world), { asha: 'present', moti: 'absent' })],
  ['it is over', later(40)],
  ['it is cancelled', (world) => say(world, now(world), 'cancelled')],
  ['a session of the other course', (world) => begin(world, 'PHYS', 30)],
  ['phone in the other course', (world) => checkIn(world, now(world), 'bala')],
  ['the other one is over', later(40)],
]

/** A class knows no late, no closing, no guest, no roll call, no excuse, no cancelling and no 'no one came'. */
export const classSteps: readonly Step[] = [
  ['started', (world) => begin(world, 'class')],
  ['phone in time', (world) => checkIn(world, now(world), 'asha')],
  ['forty minutes later', later(40)],
  ['phone after forty minutes', (world) => checkIn(world, now(world), 'bala')],
  ['paired screen', (world) => checkInAtScreen(world, now(world), 'chidi')],
  ['by hand', (world) => markByHand(world, now(world), 'dev', 'eve')],
  ['withdrawn mark', (world) => rule(world, now(world), 'bala', 'absent')],
  ['undo', (world) => rule(world, now(world), 'bala', 'present')],
  ['withdrawn for good', (world) => rule(world, now(world), 'eve', 'absent')],
  ['a student joins', (world) => addStudent(world, 'lata')],
  ['who has a mark is removed', (world) => remove(world, 'chidi')],
  ['who has no mark is removed', (world) => remove(world, 'gita')],
  ['who has a withdrawn mark is removed', (world) => remove(world, 'eve')],
  ['ended by a person', (world) => end(world, now(world))],
  ['by hand after the end', (world) => markByHand(world, now(world), 'hari')],
  ['joined after the end', (world) => addStudent(world, 'nila')],
  [
    'the time for marks by hand is over',
    async (world) => {
      await later(24 * 60)(world)
      await logInAgain(world)
    },
  ],
  ['present by the office', (world) => rule(world, now(world), 'joe', 'present')],
  ['a second one runs', (world) => begin(world, 'class')],
  ['phone in the second', (world) => checkIn(world, now(world), 'nila')],
  ['withdrawn in the second', (world) => rule(world, now(world), 'nila', 'absent')],
  ['half of the second', later(31)],
  ['the second is over', later(31)],
  ['who has a mark of before is removed', (world) => remove(world, 'dev')],
]
