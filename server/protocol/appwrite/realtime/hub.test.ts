import { expect, onTestFinished, test } from 'vitest'
import type { Caller } from '../../../domain/callers.ts'
import type { Audience, ChangeListener } from '../../../domain/changes/change-feed.ts'
import type { Organisation } from '../../../domain/profiles/stores.ts'
import type { Connection } from './connection.ts'
import { createHub } from './hub.ts'

/** A read that has begun: its result is fixed, and the test decides when it is returned. */
type Reading = { readonly answer: () => void; readonly fail: () => void }

/** A hub with one socket of a student, and the parts of a storage that changes of the student's institutes need. */
function prepare() {
  const caller = {
    session: { id: 'session', factors: ['password'] },
    account: { id: 'student', label: 'STD', isEmailVerified: true },
  } as unknown as Caller
  let city = ''
  let listener: ChangeListener | undefined
  const readings: Reading[] = []
  const failures: object[] = []
  const told: string[] = []
  const refusals: number[] = []
  const find = (id: string) =>
    new Promise<Organisation>((resolve, reject) => {
      const found = { id, city, permissions: [], createdAt: 0, updatedAt: 0 } as unknown as Organisation
      readings.push({ answer: () => resolve(found), fail: () => reject(new Error('The database is away')) })
    })
  const hub = createHub({
    storage: {
      changeFeed: {
        subscribe: (one: ChangeListener) => {
          listener = one
          return () => undefined
        },
      },
      sessions: { findLiveByIds: async () => new Map([['session', caller]]) },
      memberships: { find: async () => ({}) },
      organisations: { find },
    },
    log: { error: (fields: object) => failures.push(fields) },
  } as unknown as Parameters<typeof createHub>[0])
  // Stops the hub's timers, which would ping the socket while other files are tested.
  onTestFinished(() => hub.close())
  hub.add({
    sessionId: 'session',
    audiences: ['account:student'],
    subscriptions: { matching: () => ['mine'] },
    send: (frame: { data: { payload: { $id: string; city: string } } }) => {
      const { $id, city } = frame.data.payload
      told.push(`${$id} in ${city}`)
    },
    refuse: (code: number) => void refusals.push(code),
  } as unknown as Connection)
  return {
    told,
    failures,
    refusals,
    publish(audience: readonly Audience[]) {
      listener?.onChange({ collection: 'organisations', id: 'kaveri', action: 'update', audience, at: 0 })
    },
    move(id: string, to: string) {
      city = to
      listener?.onChange({ collection: 'organisations', id, action: 'update', audience: ['account:student'], at: 0 })
    },
    /** The reads that have begun, after all work that does not need their results. */
    async readings() {
      await new Promise(setImmediate)
      return readings.splice(0)
    },
  }
}

test('two changes of a document are sent in the order in which it was read, and the newest state last', async () => {
  const { told, move, readings } = prepare()
  move('kaveri', 'Mysuru')
  const [first] = await readings()
  move('kaveri', 'Bengaluru')
  const [second] = await readings()
  second?.answer()
  await readings()
  first?.answer()
  for (const { answer } of await readings()) answer()
  await readings()
  expect(told).toEqual(['kaveri in Mysuru', 'kaveri in Bengaluru'])
})

test('the changes of another document do not wait for that', async () => {
  const { told, move, readings } = prepare()
  move('kaveri', 'Mysuru')
  move('tunga', 'Shivamogga')
  const [, ofAnother] = await readings()
  ofAnother?.answer()
  await readings()
  expect(told).toEqual(['tunga in Shivamogga'])
})

test('a change that could not be read is logged, delays none of those after it, and its screens are told to read again', async () => {
  const { told, failures, refusals, move, readings } = prepare()
  move('kaveri', 'Mysuru')
  const [first] = await readings()
  move('kaveri', 'Bengaluru')
  first?.fail()
  for (const { answer } of await readings()) answer()
  await readings()
  expect(failures).toHaveLength(1)
  expect(refusals).toEqual([1012])
  expect(told).toEqual(['kaveri in Bengaluru'])
})

test('a change of an institute is told to who acts for it, and not to an account of the same id', async () => {
  const { told, publish, readings } = prepare()
  publish(['institute:student'])
  expect(await readings()).toEqual([])
  publish(['account:student'])
  for (const { answer } of await readings()) answer()
  await readings()
  expect(told).toHaveLength(1)
})

test('changes of a course that come while one is sent are told by one more', async () => {
  const caller = {
    session: { id: 'session', factors: ['passkey'] },
    account: { id: 'institute', label: 'ORG', isEmailVerified: true },
  } as unknown as Caller
  let listener: ChangeListener | undefined
  const found: (() => void)[] = []
  const told: object[] = []
  const hub = createHub({
    storage: {
      changeFeed: {
        subscribe: (one: ChangeListener) => {
          listener = one
          return () => undefined
        },
      },
      sessions: {
        findLiveByIds: () => new Promise((resolve) => found.push(() => resolve(new Map([['session', caller]])))),
      },
    },
  } as unknown as Parameters<typeof createHub>[0])
  onTestFinished(() => hub.close())
  hub.add({
    sessionId: 'session',
    audiences: ['institute:institute'],
    subscriptions: { matching: () => ['mine'] },
    send: ({ data }: { data: { payload: object } }) => told.push(data.payload),
    refuse: () => undefined,
  } as unknown as Connection)
  const change = (sessionId: string) =>
    listener?.onChange({ organisationId: 'institute', groupId: 'maths', sessionId, at: 0 })
  const answer = async () => {
    await new Promise(setImmediate)
    for (const one of found.splice(0)) one()
    await new Promise(setImmediate)
  }
  change('monday')
  await new Promise(setImmediate)
  for (let mark = 0; mark < 60; mark++) change('monday')
  change('tuesday')
  for (let turn = 0; turn < 4; turn++) await answer()
  expect(told.toSorted(byText)).toEqual([
    { groupId: 'maths', sessionId: 'monday' },
    { groupId: 'maths', sessionId: 'monday' },
    { groupId: 'maths', sessionId: 'tuesday' },
  ])
})

const byText = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)
