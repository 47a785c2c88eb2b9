import { attendanceSessionMs } from '#contract/rules.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { startFacts } from '#server/domain/audit/compared-facts.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import type { SoftwareAuthenticator } from '#testing/software-authenticator.ts'
import { insertLogin } from './insert-login.ts'
import { insertMembership, insertOrganisation, insertStudent } from './insert-people.ts'
import { logAct } from './log-act.ts'
import { makePasskey } from './make-passkey.ts'

export type PopulatedStudent = {
  readonly id: string
  readonly rollNumber: string
  readonly authenticator: SoftwareAuthenticator
  /** COSE key, for checks outside the server. */
  readonly publicKey: Uint8Array<ArrayBuffer>
}

export type PopulatedInstitute = {
  readonly id: string
  /** Cookie value of a login session with password and passkey. */
  readonly sessionToken: string
  readonly students: readonly PopulatedStudent[]
}

/**
 * Adds an institute in the middle of an attendance session, ready to mark its students. `domain` is that of all emails,
 * and must differ between the institutes of one database.
 */
export async function populateInstitute(
  database: { readonly file: string } | { readonly url: string },
  origin: string,
  size: number,
  domain = 'bench.example',
): Promise<PopulatedInstitute> {
  const passkeys = await Promise.all(Array.from({ length: size }, () => makePasskey(origin)))
  const storage = await openStorage({ database })
  const sessionToken = systemRandom.secret()
  try {
    return await storage.transaction(async (stores) => {
      const now = await stores.now()
      const common = { phoneNumber: '12345678', passwordHash: '' }
      const place = { addressLine1: 'Bench Street 1', city: 'City', state: 'State' }
      const email = `office@${domain}`
      const id = await insertOrganisation(stores, { ...common, ...place, name: 'Bench Institute', email }, now)
      const students: PopulatedStudent[] = []
      for (const [index, passkey] of passkeys.entries()) {
        const rollNumber = `B${index}`
        const names = { firstName: 'Bench', lastName: rollNumber, email: `b${index}@${domain}` }
        const studentId = await insertStudent(stores, { ...common, ...names, rollNumber, passkey }, now)
        await insertMembership(stores, id, { id: studentId, rollNumber }, now)
        students.push({ id: studentId, rollNumber, authenticator: passkey.authenticator, publicKey: passkey.publicKey })
      }
      const loginSessionId = await insertLogin(stores, id, ['password', 'passkey'], sessionToken, now)
      const attendanceSession = {
        id: systemRandom.id(),
        organisationId: id,
        groupId: id,
        number: 1,
        startedAt: now,
        endsAt: now + attendanceSessionMs,
        starterSessionId: loginSessionId,
      }
      await stores.attendance.insert(attendanceSession)
      await logAct(stores, {
        action: 'attendance.start',
        outcome: 'done',
        accountId: id,
        facts: startFacts(attendanceSession),
      })
      await stores.organisations.setClasses(id, 1, now)
      return { id, sessionToken, students }
    })
  } finally {
    await storage.close()
  }
}
