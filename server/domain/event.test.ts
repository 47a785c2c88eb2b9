import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { audienceOf, type Change } from './changes/change-feed.ts'
import { event } from './event.ts'
import { operatorDoor } from './operator-door.ts'
import type { Confirmed } from './step-up-asked.ts'

describe('an event', () => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let told: Change[]

  beforeEach(async () => {
    storages = await createTestStorage('sqlite')
    storage = await storages.open()
    told = []
    storage.changeFeed.subscribe({ onChange: (change) => void told.push(change), onGap: () => undefined })
  })
  afterEach(() => storages.close())

  const office = makeContext({ caller: makeCaller('institute', 'ORG') }) as Confirmed
  const facts = { organisationId: 'institute', groupId: 'maths', people: 1, rows: [] } as never
  const idsOf = () => told.map(nameOf)
  const logged = async () => rowsOf(await storages.readTables(), 'audit_log').map(({ action }) => action)

  test('is recorded each time, and told once', async () => {
    const about = { facts, at: 1 }
    await event(storage, office, 'enrolment.begin', { ...about, subject: 'asha' }, { ...about, subject: 'bala' })
    expect(await logged()).toEqual(['enrolment.begin', 'enrolment.begin'])
    expect(idsOf()).toEqual(['group maths'])
  })

  test('of the group of all members is told as the institute, whose numbers it moves, and once to its students', async () => {
    const ofClass = { organisationId: 'institute', groupId: 'institute', sessionId: 'monday' } as never
    await event(storage, office, 'attendance.start', { facts: ofClass, at: 1 })
    expect(idsOf()).toEqual(['organisations institute', 'group institute'])
    expect(told.map((change) => [...audienceOf(change)])).toEqual([['institute:institute'], ['students']])
  })

  test('that changed nothing is recorded and not told', async () => {
    const about = { facts: { organisationId: 'institute' }, student: 'asha', at: 1 }
    await event(storage, office, 'membership.correct', { ...about, outcome: 'unchanged' })
    expect([await logged(), idsOf()]).toEqual([['membership.correct'], []])
    await event(storage, office, 'membership.correct', about)
    expect(idsOf()).toEqual(['students asha', 'organisations institute', 'any course'])
  })

  test('of a person in a course is told to that person and to those who may read the course', async () => {
    await event(storage, office, 'roll-call', { facts, student: 'asha', at: 1 }, { facts, student: null, at: 1 })
    expect(idsOf()).toEqual(['students asha', 'group maths'])
    expect(told.map((change) => [...audienceOf(change)])).toEqual([['account:asha'], ['institute:institute']])
  })

  test('of the operator names no account, and is told as any other', async () => {
    await event(storage, operatorDoor('institute'), 'roster.import', { facts, at: 1 })
    expect(rowsOf(await storages.readTables(), 'audit_log')).toMatchObject([
      { account_id: null, address_prefix: 'operator' },
    ])
    expect(idsOf()).toEqual(['organisations institute', 'any course'])
  })

  test('waits for the commit of its transaction', async () => {
    await storage.transaction(async (stores) => {
      await event(stores, office, 'course.close', { facts, at: 1 })
      expect(told).toEqual([])
    })
    expect(told).toHaveLength(1)
  })
})

function nameOf(change: Change): string {
  if ('groupId' in change) return change.groupId === null ? 'any course' : `group ${change.groupId}`
  return 'collection' in change ? `${change.collection} ${change.id}` : 'account'
}

/** Files that publish without a line of the log beside it, or more than the log has. */
const tellsByHand: Readonly<Record<string, string>> = {
  'accounts/end-sessions.ts': 'an ended session can be read no more, so the change carries it',
  'accounts/open-session.ts': 'sessions that a login ends are told, and are no event',
  'accounts/mailed-token.ts': 'a token is told when its mail is queued',
  'client-calls/verify-email.ts': 'a used token is told to all institutes of the student',
  'accounts/remove-unverified.ts': 'the removal is told to institutes that are read before it',
  'marks/make-mark.ts': 'a mark’s one flight: nothing is added to it (decision 40)',
  'marks/finish-by-hand.ts': 'a list of marks in the same flight',
  'client-calls/create-profile.ts': 'a new document is created, not updated',
  'client-calls/delete-profile.ts': 'the institutes are read before the removal',
  'client-calls/update-profile.ts': 'the time is that of the document',
  'desk/see-at-desk.ts': 'passkeys and ended sessions',
  'groups/whole.ts': 'those hear whose window the end of a class has cut',
  'institutes/add-institute.ts': 'a new member',
  'institutes/join-institute.ts': 'a new member',
  'roster/join-by-link.ts': 'a new member',
  'passkeys/finish-registration.ts': 'a passkey moves the time of its owner’s document',
  'passkeys/held-member-passkeys.ts': 'the same',
  'passkeys/own-passkeys.ts': 'the same',
  'passkeys/suspect-passkey.ts': 'the same, of a refusal',
  'register/recount.ts': 'many students of one entry',
  'staff/acting.ts': 'ended sessions',
  'staff/lost-passkey.ts': 'ended sessions',
  'staff/manage-staff.ts': 'ended sessions',
  'staff/own-login.ts': 'the rights of the institute’s own account, beside its document',
  'institutes/delete-account.ts': 'the installation does it, and no request; ended sessions',
  'profiles/correct-own-name.ts': 'all institutes of the student',
}

test('use cases publish by themselves only where a reason is listed', () => {
  const cwd = import.meta.dirname
  const publishing = globSync('*/**/*.ts', { cwd }).filter((file) => {
    if (/\.test\.ts$|^changes\/|publish-/.test(file)) return false
    return /publish[A-Z]\w*\(|changes\.publish\(/.test(readFileSync(join(cwd, file), 'utf8'))
  })
  expect(publishing.toSorted(byName)).toEqual(Object.keys(tellsByHand).toSorted(byName))
})

const byName = (one: string, other: string) => (one < other ? -1 : 1)
