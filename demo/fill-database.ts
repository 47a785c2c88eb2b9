import { createArgon2Hasher } from '#server/adapters/passwords/argon2-hasher.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { insertOrganisation, insertStudent } from '#testing/insert-people.ts'
import { makePasskey } from '#testing/make-passkey.ts'
import type { SoftwareAuthenticator } from '#testing/software-authenticator.ts'
import { createChance } from './chance.ts'
import { type Attendee, fillTerm } from './fill-institute.ts'
import { firstNames, lastNames } from './names.ts'
import { planTerm, turnout } from './term.ts'

const day = 24 * 60 * 60_000
const students = 400
const sessions = 60
const eveningStudents = 24
const eveningSessions = 9

export type DemoLogin = { readonly who: string; readonly email: string; readonly password: string }

export type DemoData = {
  /** Who can log in with a password. */
  readonly logins: { readonly institute: DemoLogin; readonly evening: DemoLogin; readonly student: DemoLogin }
  /** What each student of the institute holds a passkey on, by roll number. */
  readonly phones: ReadonlyMap<string, SoftwareAuthenticator>
}

/** Fills an empty database with two institutes in the middle of a year. `clockOffset`: of the server's clock, ms. */
export async function fillDatabase(
  database: { readonly file: string },
  origin: string,
  clockOffset: () => number = () => 0,
): Promise<DemoData> {
  const chance = createChance(20_261_121)
  const hasher = createArgon2Hasher()
  const logins = {
    institute: { who: 'Institute', email: 'office@cauvery.example', password: 'banyan-chalk-monsoon-12' },
    evening: { who: 'Second institute', email: 'office@nandi.example', password: 'evening-lamp-ledger-34' },
    student: { who: 'Student', email: 'asha.rao@students.example', password: 'tamarind-bicycle-river-56' },
  }
  const phones = new Map<string, SoftwareAuthenticator>()
  const storage = await openStorage({ database, clockOffset })
  try {
    const now = await storage.now()
    const starts = planTerm(sessions, now)
    const registered = (starts[0] ?? now) - 20 * day
    const hashes = {
      institute: await hasher.hash(logins.institute.password),
      evening: await hasher.hash(logins.evening.password),
      student: await hasher.hash(logins.student.password),
    }
    const passkeys = await Promise.all(Array.from({ length: students }, () => makePasskey(origin)))
    await storage.transaction(async (stores) => {
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
      const attendees: Attendee[] = []
      for (const [index, passkey] of passkeys.entries()) {
        const isLate = index > 0 && chance.next() < 0.06
        const person =
          index === 0
            ? { firstName: 'Asha', lastName: 'Rao', email: logins.student.email }
            : namePerson(index, chance.pick(firstNames), chance.pick(lastNames))
        const rollNumber = `${chance.pick(['21', '22'])}${chance.pick(['CS', 'EC', 'ME', 'CV'])}${String(index + 1).padStart(3, '0')}`
        const id = await insertStudent(
          stores,
          {
            ...person,
            rollNumber,
            phoneNumber: `+91 9${String(Math.floor(chance.next() * 1e9)).padStart(9, '0')}`,
            passwordHash: index === 0 ? hashes.student : '',
            passkey,
          },
          registered + Math.floor(chance.next() * 10 * day),
        )
        phones.set(rollNumber, passkey.authenticator)
        attendees.push({
          id,
          rollNumber,
          credentialId: passkey.credentialId,
          diligence: index === 0 ? -6 : temperament(chance.next(), chance.spread()),
          joinsBefore: isLate ? 4 + Math.floor(chance.next() * 26) : 0,
        })
      }
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
      // Each mark was made with the passkey: none is still to be tried.
      for (const { id, credentialId } of attendees) {
        const usedAt = Math.max(byDay.get(id) ?? 0, byEvening.get(id) ?? 0)
        if (usedAt > 0) await stores.passkeys.recordUse(credentialId, 0, false, usedAt)
      }
    })
    await storage.settleSessions()
    return { logins, phones }
  } finally {
    await storage.close()
  }
}

/** Most are near the average, one in twelve hardly comes, some never miss. In hundredths of the turnout. */
function temperament(lot: number, spread: number): number {
  if (lot < 0.085) return -28 + spread * 8
  if (lot > 0.9) return 14
  return 2 + spread * 7
}

function namePerson(index: number, firstName: string, lastName: string) {
  const plain = `${firstName}.${lastName}`.toLowerCase().replace(/[^a-z.]/g, '')
  return { firstName, lastName, email: `${plain}${index}@students.example` }
}

/** Once a week, hours after the day's class: no student can be marked twice within one hour. */
function eveningStarts(starts: readonly number[]): number[] {
  return starts
    .filter((_, index) => index % 6 === 3)
    .slice(0, eveningSessions)
    .map((start) => start + 9 * 60 * 60_000)
}
