import { createArgon2Hasher } from '#server/adapters/passwords/argon2-hasher.ts'
import type { Stores } from '#server/domain/ports.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import type { OpenStorage } from '#server/storage/opened-storage.ts'
import { insertOrganisation, insertStudent } from '#testing/insert-people.ts'
import { type MadePasskey, makePasskey } from '#testing/make-passkey.ts'
import type { SoftwareAuthenticator } from '#testing/software-authenticator.ts'
import { type Chance, createChance } from './chance.ts'
import { fillCourses } from './fill-courses.ts'
import { type Attendee, fillTerm } from './fill-institute.ts'
import type { CoursePerson } from './fill-session.ts'
import { type Colleagues, insertColleagues } from './insert-colleagues.ts'
import { firstNames, lastNames } from './names.ts'
import { dataStructures } from './names-of-a-course.ts'
import { planTerm, turnout } from './term.ts'

const day = 24 * 60 * 60_000
const students = 402
const sessions = 60
const eveningStudents = 24
const eveningSessions = 9
/** Places in the list of students: who joins before the last two classes, and who has registered no passkey yet. */
const lateJoiner = 64
const withoutPasskey: readonly number[] = [11, lateJoiner]
const newcomer = { rollNumber: '21EE2098', firstName: 'Ishita', lastName: 'Rao' }

export type DemoLogin = { readonly who: string; readonly email: string; readonly password: string }

export type DemoData = {
  /** Who can log in with a password. */
  readonly logins: Readonly<Record<'institute' | 'evening' | 'student' | 'newcomer', DemoLogin>>
  /** What each student of the institute holds a passkey on, by roll number. */
  readonly phones: ReadonlyMap<string, SoftwareAuthenticator>
  readonly colleagues: Colleagues
}

/** Fills an empty database with two institutes in the middle of a year. `clockOffset`: of the server's clock, ms. */
export async function fillDatabase(
  database: { readonly file: string },
  origin: string,
  clockOffset: () => number = () => 0,
): Promise<DemoData> {
  const chance = createChance(20_261_121)
  const hasher = createArgon2Hasher()
  const ofStudents = { password: 'tamarind-bicycle-river-56' }
  const logins = {
    institute: { who: 'Institute', email: 'office@cauvery.example', password: 'banyan-chalk-monsoon-12' },
    evening: { who: 'Second institute', email: 'office@nandi.example', password: 'evening-lamp-ledger-34' },
    student: { who: 'Student', email: emailOf('21CS1001'), ...ofStudents },
    newcomer: { who: 'Student who joined late, without a passkey', email: emailOf(newcomer.rollNumber), ...ofStudents },
  }
  let standsAt: number | undefined
  const storage = await openStorage({
    database,
    clockOffset: () => (standsAt === undefined ? clockOffset() : standsAt - Date.now()),
  })
  try {
    const now = await storage.now()
    const starts = planTerm(sessions, now)
    const registered = (starts[0] ?? now) - 20 * day
    const setClock = (at: number) => {
      standsAt = at
    }
    setClock(registered)
    const hashes = {
      institute: await hasher.hash(logins.institute.password),
      evening: await hasher.hash(logins.evening.password),
      student: await hasher.hash(ofStudents.password),
    }
    const passkeys = await Promise.all(Array.from({ length: students }, () => makePasskey(origin)))
    const filled = await storage.transaction(async (stores) => {
      const organisationId = await insertOrganisation(
        stores,
        {
          name: 'Cauvery College of Engineering',
          email: logins.institute.email,
          phoneNumber: '+91 821 245 6789',
          addressLine1: '12 River Road',
          city: 'Mysuru',
          state: 'Karnataka',
          passwordHash: hashes.institute,
        },
        registered,
      )
      const eveningId = await insertOrganisation(
        stores,
        {
          name: 'Nandi Evening School',
          email: logins.evening.email,
          phoneNumber: '+91 80 2345 1122',
          addressLine1: '4 Lamp Street',
          city: 'Bengaluru',
          state: 'Karnataka',
          passwordHash: hashes.evening,
        },
        registered,
      )
      const colleagues = await insertColleagues(stores, organisationId, origin, registered)
      const attendees = await insertAttendees(stores, passkeys, hashes.student, registered, chance)
      const byDay = await fillTerm(
        stores,
        { organisationId, starts, turnout: (index) => turnout(index, sessions) },
        attendees,
        chance,
      )
      const byEvening = await fillTerm(
        stores,
        { organisationId: eveningId, starts: eveningStarts(starts), turnout: () => 0.82 },
        attendees.slice(0, eveningStudents).map((attendee) => ({ ...attendee, joinsBefore: 0 })),
        chance,
      )
      return { organisationId, colleagues, attendees, marks: [byDay, byEvening] }
    })
    const { organisationId, colleagues, attendees, marks } = filled
    const people = await findPeople(storage, organisationId, attendees, passkeys)
    const world = { storage, setClock, origin, organisationId, colleagues, people, chance, now }
    marks.push(await fillCourses(world, starts))
    standsAt = undefined
    await storage.transaction(async (stores) => {
      // Each mark was made with the passkey: none is still to be tried.
      for (const { id, credentialId } of attendees) {
        const usedAt = Math.max(...marks.map((lastMarks) => lastMarks.get(id) ?? 0))
        if (usedAt > 0) await stores.passkeys.recordUse(credentialId, 0, false, usedAt)
      }
    })
    await storage.settleSessions()
    const phones = new Map(
      attendees.map(({ rollNumber }, place) => [rollNumber, (passkeys[place] as MadePasskey).authenticator]),
    )
    return { logins, phones, colleagues }
  } finally {
    await storage.close()
  }
}

async function insertAttendees(
  stores: Stores,
  passkeys: readonly MadePasskey[],
  passwordHash: string,
  registered: number,
  chance: Chance,
): Promise<Attendee[]> {
  const attendees: Attendee[] = []
  for (const [index, passkey] of passkeys.entries()) {
    const isLate = index > 240 && chance.next() < 0.1
    const rollNumber = `${chance.pick(['21', '22'])}${chance.pick(['CS', 'EC', 'ME', 'CV'])}${String(index + 1).padStart(3, '0')}`
    const others = { rollNumber, firstName: chance.pick(firstNames), lastName: chance.pick(lastNames) }
    const person = index === lateJoiner ? newcomer : (dataStructures[index] ?? others)
    const hasPasskey = !withoutPasskey.includes(index)
    const id = await insertStudent(
      stores,
      {
        ...person,
        email: emailOf(person.rollNumber),
        phoneNumber: `+91 9${String(Math.floor(chance.next() * 1e9)).padStart(9, '0')}`,
        passwordHash: index <= lateJoiner ? passwordHash : '',
        passkey: hasPasskey ? passkey : undefined,
      },
      registered + Math.floor(chance.next() * 10 * day),
    )
    attendees.push({
      id,
      rollNumber: person.rollNumber,
      credentialId: hasPasskey ? passkey.credentialId : '',
      diligence: index === lateJoiner ? 40 : temperament(chance.next(), chance.spread()),
      joinsBefore: index === lateJoiner ? sessions - 2 : isLate ? 4 + Math.floor(chance.next() * 26) : 0,
    })
  }
  return attendees
}

/** The attendees, as the courses know them. */
async function findPeople(
  storage: OpenStorage,
  organisationId: string,
  attendees: readonly Attendee[],
  passkeys: readonly MadePasskey[],
): Promise<CoursePerson[]> {
  const persons = new Map<string, string>()
  const limit = 100
  for (let offset = 0; offset < students; offset += limit) {
    const query = { search: '', show: 'all', limit, offset } as const
    const { people } = await storage.rosters.listRoster(organisationId, query, await storage.now())
    for (const { id, studentId } of people) if (studentId !== null) persons.set(studentId, id)
  }
  return attendees.map(({ id, credentialId, diligence }, place) => {
    const passkey = credentialId === '' ? undefined : passkeys[place]
    return { personId: persons.get(id) ?? '', studentId: id, passkey, diligence }
  })
}

function emailOf(rollNumber: string): string {
  return `${rollNumber.toLowerCase().replace(/[^a-z0-9]/g, '-')}@students.example`
}

/** Most are near the average, one in sixteen hardly comes, some never miss. In hundredths of the turnout. */
function temperament(lot: number, spread: number): number {
  if (lot < 0.06) return -28 + spread * 8
  if (lot > 0.9) return 14
  return 2 + spread * 7
}

/** Once a week, hours after the day's class: no student can be marked twice within one hour. */
function eveningStarts(starts: readonly number[]): number[] {
  return starts
    .filter((_, index) => index % 6 === 3)
    .slice(0, eveningSessions)
    .map((start) => start + 9 * 60 * 60_000)
}
