import { describe, expect, onTestFinished, test } from 'vitest'
import type { CheckInOffer } from '#contract/check-in.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { enter } from '#server/domain/doors.ts'
import { enrolPeople } from '#server/domain/groups/enrolments.ts'
import { beginRollCall } from '#server/domain/marks/begin-roll-call.ts'
import { linkPeople, unlinkPeople } from '#server/domain/roster/link-people.ts'
import { addPerson } from '#server/domain/roster/people.ts'
import { startClass } from '#server/domain/sessions/start-session.ts'
import { makeCourse, personOf, startCourse } from '#testing/course-world.ts'
import { engines } from '#testing/create-database.ts'
import { createTestStorage } from '#testing/open-test-storage.ts'
import {
  addSigningInstitute,
  addStudent,
  beginHand,
  checkInDeps,
  contextOf,
  finishHand,
  logPhoneIn,
  logStaffIn,
  sign,
} from '#testing/room-world.ts'
import { rosterFields } from '#testing/roster-person.ts'
import { tamper } from '#testing/tamper.ts'
import { verifyOpened } from './verify-data.ts'

const signaturesFor = { id: 'localhost', name: 'Rollkey', origin: 'http://localhost:8080' }
const minute = 60_000

describe.each(engines)('two rows of the roster on %s', (engine) => {
  test('leave the data as true as it was when they become one, and two again', async () => {
    const storages = await createTestStorage(engine)
    onTestFinished(() => storages.close())
    const storage = await storages.open()
    const deps = { ...checkInDeps(storage), random: systemRandom }
    const check = () =>
      tamper(storages.database, [], async (opened) => {
        const findings = await verifyOpened(opened, { now: storages.clock.now(), signaturesFor })
        return findings.flatMap(({ rule, wrong }) => wrong.map((line) => `${rule}: ${line}`))
      })
    await addSigningInstitute(storage, 'institute')
    await addStudent(storage, 'asha', ['institute'])
    const passkey = await addStudent(storage, 'ravi', ['institute'])
    const office = await logStaffIn(storage, 'ravi', 'registrar')
    const courseId = await makeCourse(deps, office, 'MATH', [])
    const { id: expected } = await addPerson(deps, await enter('people.add', contextOf(office)), rosterFields('R1'))
    await enrolPeople(deps, await enter('courses.manage', contextOf(office)), {
      courseId,
      people: [expected],
      meanwhile: 'left-out',
    })
    storages.clock.advance(minute)
    // The person without an account is in a signed roll call, the student has a signed mark of a class.
    const { session } = await startCourse(deps, office, courseId)
    const statuses = [{ person: expected, status: 'late' as const }]
    const rolled = { way: 'roll-call', session: session.id, statuses, reason: '' } as const
    const called = await beginRollCall(deps, await enter('check-in.hand', contextOf(office)), { ...rolled, statuses })
    await finishHand(deps, office, called as CheckInOffer, sign(passkey, called as CheckInOffer))
    await storage.transaction((stores) =>
      startClass(stores, { ...systemRandom, id: () => 'class' }, contextOf(office), 1),
    )
    const offer = await beginHand(deps, office, { session: 'class', students: ['asha'] })
    await finishHand(deps, office, offer, sign(passkey, offer))
    storages.clock.advance(minute)
    await logPhoneIn(storage, office, 'ravi')
    expect(await check()).toEqual([])
    const both = { personId: expected, other: await personOf(storage, 'asha'), reason: 'Seen with the card' }
    await linkPeople(deps, await enter('people.link', contextOf(office)), both)
    expect(await personOf(storage, 'asha')).toBe(expected)
    expect((await storage.memberships.find('institute', 'asha'))?.total).toBe(1)
    expect(await check()).toEqual([])
    await unlinkPeople(deps, await enter('people.link', contextOf(office)), { personId: expected })
    expect(await personOf(storage, 'asha')).toBe(both.other)
    expect(await check()).toEqual([])
    await storage.close()
  })
})
