import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { CheckInOffer, FinishedCheckIn } from '#contract/check-in.ts'
import { defaultCoursePolicy } from '#contract/course-policy.ts'
import type { CourseDetail, RoomList } from '#contract/courses.ts'
import type { RosterPage } from '#contract/roster.ts'
import { openDayPass } from '../day-pass-over-http.ts'
import { accepted } from '../desk-over-http.ts'
import type { HttpClient } from '../http-client.ts'
import { makeScreenKey, pairScreen, signAsScreen } from '../paired-screen.ts'
import {
  logIn,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  type Surroundings,
} from '../people-over-http.ts'
import { rosterFields } from '../roster-person.ts'
import { confirm } from '../staff-over-http.ts'
import { ask, Refused } from './ask.ts'
import { enrolled, type Fact, type Group, others, type Who, type Word, withoutAccount } from './facts.ts'

/** An institute over HTTP whose acts are noted as facts. */

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** A server in the test's own process, or one that browsers use. */
export type CountedServer = Required<Surroundings> & {
  readonly url: string
  readonly clock: { readonly now: () => number; readonly advance: (ms: number) => void | Promise<void> }
}

export type World = {
  readonly server: CountedServer
  readonly college: Person
  readonly students: Map<Who, Person>
  /** Of the roster. */
  readonly persons: Map<Who, string>
  readonly courses: Readonly<Record<Exclude<Group, 'class'>, string>>
  /** In the room of the courses, and without a room. */
  readonly screens: Readonly<Record<'room' | 'hall', HttpClient>>
  /** Good until midnight. */
  readonly dayPass: HttpClient & { readonly endsAt: number }
  readonly facts: Fact[]
}

/** With two courses, of which the first has people, a room with a screen, a screen for classes, and a day pass. */
export async function buildWorld(server: CountedServer): Promise<World> {
  // Half past midnight where the day pass ends: it is good for the whole walk.
  await server.clock.advance(day - ((server.clock.now() + 5 * hour) % day))
  const college = await registerOrganisation(server)
  await registerPasskey(college)
  await logIn(college)
  await confirm(college)
  const { http } = college
  const post = async <Body>(path: string, body: object) => accepted(await http.post<Body>(`/api/v1${path}`, body))
  accepted(await http.patch('/api/v1/settings', { ways: ['screen', 'room-code'] }))
  const world = { server, college, students: new Map(), persons: new Map(), facts: [] }
  for (const who of [...enrolled, ...others]) if (who !== withoutAccount) await addStudent(world, who)
  const { id } = await post<{ id: string }>('/people', rosterFields(withoutAccount))
  const persons = new Map<Who, string>(world.persons).set(withoutAccount, id)
  const made: string[] = []
  for (const code of ['MATH', 'PHYS']) {
    const named = { code, title: code, kind: 'course', department: '', term: '' }
    const course = await post<CourseDetail>('/courses', named)
    made.push(course.id)
    const policy = { ...defaultCoursePolicy, guests: true }
    await ask(http, 'policy', { courseId: course.id }, { policy, isTrial: false })
  }
  const [MATH = '', PHYS = ''] = made
  await post('/rooms', { name: 'Room 1' })
  const screens = await pairScreens(server, college, await roomOf(world))
  const pass = await openDayPass(college, server.openBrowser(), MATH)
  const dayPass = { ...pass, endsAt: (await ask(pass, 'dayPass')).endsAt }
  const whole = { ...world, persons, courses: { MATH, PHYS }, screens, dayPass }
  for (const who of enrolled) await come(whole, 'MATH', who)
  await server.clock.advance(minute)
  return whole
}

async function pairScreens(server: CountedServer, college: Person, roomId = ''): Promise<World['screens']> {
  const pair = async (inRoom?: string) => {
    const [browser, key] = [server.openBrowser(), makeScreenKey()]
    await pairScreen(college, browser, key, inRoom === undefined ? 'Hall' : 'Room', inRoom)
    return signAsScreen(browser, key, server.clock.now)
  }
  return { room: await pair(roomId), hall: await pair() }
}

/** After the midnight at which screens and day passes end. */
export async function logInAgain(world: World): Promise<void> {
  const { server, college, students } = world
  for (const person of [college, ...students.values()]) await logIn(person)
  await stepUp(world)
  Object.assign(world.screens, await pairScreens(server, college, await roomOf(world)))
}

/** Registers at the institute with a passkey. */
export async function addStudent(
  { server, college, students, persons, facts }: Pick<World, 'server' | 'college' | 'students' | 'persons' | 'facts'>,
  who: Who,
): Promise<void> {
  const names = { firstName: who, lastName: 'Rao', rollNumber: who.toUpperCase(), email: `${who}@students.example` }
  const student = await registerStudent(server, college.id, names)
  await registerPasskey(student)
  students.set(who, student)
  const { people } = accepted(await college.http.get<RosterPage>('/api/v1/people?limit=50'))
  persons.set(who, people.find(({ rollNumber }) => rollNumber === names.rollNumber)?.id ?? '')
  facts.push({ at: server.clock.now(), did: 'come', group: 'class', who, countsFrom: 0 })
}

const find = <Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value => {
  const value = map.get(key)
  if (value === undefined) throw new Refused(`${key} is not known`)
  return value
}
export const studentOf = ({ students }: World, who: Who): Person => find(students, who)
export const personOf = ({ persons }: World, who: Who): string => find(persons, who)

const stepUp = ({ college }: World) => confirm(college)

/** Starts the next session of the group; that of a course in the room. Returns its id. */
export async function begin(world: World, group: Group, minutes = 60): Promise<string> {
  const { college, courses, server, facts } = world
  const { http } = college
  const expected = facts.filter((fact) => fact.did === 'begin' && fact.group === group).length + 1
  const wanted = {
    expected,
    ...(group !== 'class' && { minutes }),
    ...(group === 'MATH' && { roomId: await roomOf(world) }),
  }
  const groupId = group === 'class' ? college.id : courses[group]
  const { id, startedAt, endsAt } = (await ask(http, 'start', { groupId }, wanted)).session
  facts.push({ at: startedAt, did: 'begin', group, session: id, endsAt })
  await server.clock.advance(1_000)
  if (group === 'class') return id
  await stepUp(world)
  await ask(http, 'ways', { sessionId: id }, { ways: ['screen', 'room-code'] })
  return id
}

async function roomOf({ college }: Pick<World, 'college'>): Promise<string> {
  const { rooms } = accepted(await college.http.get<RoomList>('/api/v1/rooms'))
  return rooms[0]?.id ?? ''
}

function groupOf({ facts }: Pick<World, 'facts'>, session: string): Group {
  const begun = facts.find((fact) => fact.did === 'begin' && fact.session === session)
  if (begun?.did !== 'begin') throw new Error(`${session} never began`)
  return begun.group
}

export async function end(world: World, session: string): Promise<void> {
  await stepUp(world)
  const answer = await ask(world.college.http, 'end', { sessionId: session })
  // Of one that was over it is the old end.
  world.facts.push({ at: answer.session.endsAt, did: 'end', session })
  await world.server.clock.advance(minute)
}

/** What the phone of the student is offered. */
export async function scan(world: World, who: Who, session: string): Promise<CheckInOffer> {
  const { publicId, code } = await ask(world.college.http, 'roomCode', { sessionId: session })
  return ask(studentOf(world, who).http, 'scan', {}, { session: publicId, code })
}

/** Notes the marks that were made. */
async function finish(
  world: World,
  http: HttpClient,
  { ceremony, session, way }: CheckInOffer,
  { authenticator }: Person,
): Promise<FinishedCheckIn> {
  if (!ceremony) throw new Refused('there is nothing to sign')
  const at = world.server.clock.now()
  const assertion = authenticator.assert(ceremony.options as PublicKeyCredentialRequestOptionsJSON)
  const answer = await ask(http, 'finish', { checkInId: ceremony.id }, { assertion })
  for (const { student, outcome } of answer.marks) {
    const who = [...world.students].find(([, { id }]) => id === student.id)?.[0]
    if (who && outcome === 'counted')
      world.facts.push({ at, did: 'mark', session: session.id, who, byHand: way === 'hand' })
  }
  return answer
}

/** On the own phone, by the code in the room. */
export async function checkIn(world: World, session: string, who: Who): Promise<FinishedCheckIn> {
  const student = studentOf(world, who)
  return finish(world, student.http, await scan(world, who, session), student)
}

/** At a screen of the institute: a paired one of the room or the hall. */
export async function checkInAtScreen(world: World, session: string, who: Who): Promise<FinishedCheckIn> {
  const http = world.screens[groupOf(world, session) === 'class' ? 'hall' : 'room']
  const offer = await ask(http, 'begin', {}, { way: 'screen', rollNumber: who.toUpperCase() })
  return finish(world, http, offer, studentOf(world, who))
}

export async function markByHand(world: World, session: string, ...list: readonly Who[]): Promise<void> {
  const { http } = world.college
  const students = list.map((who) => studentOf(world, who).id)
  const offer = await ask(http, 'begin', {}, { way: 'hand', session, students, reason: 'The phone was empty.' })
  await finish(world, http, offer, world.college)
}

export async function callRoll(world: World, session: string, words: Partial<Record<Who, Word>>): Promise<void> {
  const { http } = world.college
  const said = Object.entries(words) as [Who, Word][]
  const statuses = said.map(([who, status]) => ({ person: personOf(world, who), status }))
  const offer = await ask(http, 'begin', {}, { way: 'roll-call', session, statuses, reason: 'I have looked.' })
  await world.server.clock.advance(1_000)
  await finish(world, http, offer, world.college)
  const at = world.server.clock.now()
  for (const [who, word] of said) world.facts.push({ at, did: 'rule', session, who, word, byRoll: true })
}

/** A person decides about the cell. */
export async function rule(world: World, session: string, who: Who, word: Word): Promise<void> {
  await stepUp(world)
  const { facts, college, server } = world
  const after = facts.filter((fact) => fact.did === 'rule' && fact.session === session && fact.who === who).length
  const ruling = { status: word, reason: 'So it was.', after }
  await ask(college.http, 'ruleOnCell', { sessionId: session, personId: personOf(world, who) }, ruling)
  facts.push({ at: server.clock.now(), did: 'rule', session, who, word, byRoll: false })
}

export async function say(world: World, session: string, word: 'held' | 'cancelled' | 'no-one-came'): Promise<void> {
  await stepUp(world)
  await ask(world.college.http, 'say', { sessionId: session }, { status: word, reason: 'So it was.' })
  world.facts.push({ at: world.server.clock.now(), did: 'say', session, word })
}

type Dated = { readonly from?: number; readonly meanwhile?: 'left-out' | 'absent' }

/** Enrols the person, who comes now or came at `from`, epoch ms. */
export async function come(
  world: Pick<World, 'college' | 'persons' | 'courses' | 'server' | 'facts'>,
  course: Exclude<Group, 'class'>,
  who: Who,
  { from, meanwhile = 'left-out' }: Dated = {},
): Promise<void> {
  const { college, persons, courses, server, facts } = world
  const dated = { people: [find(persons, who)], meanwhile, ...(from !== undefined && { from }) }
  const now = server.clock.now()
  const { enrolled: done } = await ask(college.http, 'enrol', { courseId: courses[course] }, dated)
  if (done === 0) throw new Refused(`${who} is enrolled already`)
  const countsFrom = meanwhile === 'absent' ? (from ?? now) : now
  facts.push({ at: from ?? now, did: 'come', group: course, who, countsFrom })
}

/** From the one course to the other. */
export async function move(world: World, who: Who, { from, meanwhile = 'left-out' }: Dated = {}): Promise<void> {
  const { college, courses, server, facts } = world
  const dated = { to: courses.PHYS, meanwhile, ...(from !== undefined && { from }) }
  const now = server.clock.now()
  await ask(college.http, 'move', { courseId: courses.MATH, personId: personOf(world, who) }, dated)
  const countsFrom = meanwhile === 'absent' ? (from ?? now) : now
  facts.push({ at: from ?? now, did: 'go', group: 'MATH', who })
  facts.push({ at: from ?? now, did: 'come', group: 'PHYS', who, countsFrom })
  await server.clock.advance(minute)
}

export async function leave(world: World, who: Who): Promise<void> {
  const at = world.server.clock.now()
  await ask(world.college.http, 'leave', { courseId: world.courses.MATH, personId: personOf(world, who) }, { from: 0 })
  world.facts.push({ at, did: 'go', group: 'MATH', who })
  await world.server.clock.advance(minute)
}

/** Whether the person came to the group, or went. */
export const isMoveOf = (fact: Fact, group: Group, who: Who): boolean =>
  (fact.did === 'come' || fact.did === 'go') && fact.group === group && fact.who === who

/** The institute removes a student, who leaves the courses, too. */
export async function remove(world: World, who: Who): Promise<void> {
  await stepUp(world)
  await ask(world.college.http, 'removeMember', { studentId: studentOf(world, who).id })
  const at = world.server.clock.now()
  for (const group of ['class', 'MATH', 'PHYS'] as const) {
    const isThere = world.facts.findLast((fact) => isMoveOf(fact, group, who))?.did === 'come'
    if (isThere) world.facts.push({ at, did: 'go', group, who })
  }
  await world.server.clock.advance(minute)
}

export async function setExcused(world: World, excused: 'left-out' | 'attended' | 'missed'): Promise<void> {
  await stepUp(world)
  const policy = { ...defaultCoursePolicy, guests: true, excused }
  await ask(world.college.http, 'policy', { courseId: world.courses.MATH }, { policy, isTrial: false })
  world.facts.push({ at: world.server.clock.now(), did: 'policy', group: 'MATH', excused })
}
