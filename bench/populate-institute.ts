import { verifyRegistrationResponse } from '@simplewebauthn/server'
import type { Stores } from '#server/domain/ports.ts'
import { hashSecret } from '#server/domain/secret-hash.ts'
import { systemRandom } from '#server/random/system-random.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { createSoftwareAuthenticator, type SoftwareAuthenticator } from '#server/testing/software-authenticator.ts'

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

const day = 24 * 60 * 60_000

/** Fills an empty database with one institute in the middle of an attendance session, ready to mark its students. */
export async function populateInstitute(
  database: { readonly file: string } | { readonly url: string },
  origin: string,
  size: number,
): Promise<PopulatedInstitute> {
  const people = await Promise.all(Array.from({ length: size }, (_, index) => makeStudent(origin, index)))
  const storage = await openStorage({ database })
  const sessionToken = systemRandom.secret()
  try {
    return await storage.transaction(async (stores) => {
      const now = await stores.now()
      const id = await insertAccount(stores, 'ORG', 'office@bench.example', now)
      await stores.organisations.insert({
        id,
        name: 'Bench Institute',
        email: 'office@bench.example',
        phoneNumber: '12345678',
        addressLine1: 'Bench Street 1',
        addressLine2: '',
        state: 'State',
        city: 'City',
        createdAt: now,
        updatedAt: now,
      })
      for (const person of people) await insertMember(stores, id, person, now)
      const loginSessionId = systemRandom.id()
      await stores.sessions.insert(
        {
          id: loginSessionId,
          accountId: id,
          factors: ['password', 'passkey'],
          createdAt: now,
          lastSeenAt: now,
          authenticatedAt: now,
          passkeyAt: now,
          idleExpiresAt: now + day,
          expiresAt: now + day,
          addressPrefix: '127.0.0.1',
          userAgent: 'bench',
        },
        hashSecret(sessionToken),
      )
      await stores.attendance.insert({
        id: systemRandom.id(),
        organisationId: id,
        number: 1,
        startedAt: now,
        endsAt: now + day,
        starterSessionId: loginSessionId,
      })
      await stores.organisations.setClasses(id, 1, now)
      return { id, sessionToken, students: people.map(({ student }) => student) }
    })
  } finally {
    await storage.close()
  }
}

type Person = { readonly student: PopulatedStudent; readonly userHandle: string; readonly credentialId: string }

async function makeStudent(origin: string, index: number): Promise<Person> {
  const authenticator = createSoftwareAuthenticator({ origin })
  const userHandle = systemRandom.secret()
  const challenge = systemRandom.secret()
  const relyingPartyId = new URL(origin).hostname
  const response = authenticator.register({
    rp: { id: relyingPartyId, name: 'Rollkey' },
    user: { id: userHandle, name: 'student', displayName: 'student' },
    challenge,
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  })
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: relyingPartyId,
  })
  if (!registrationInfo) throw new Error('the authenticator made no credential')
  const { id: credentialId, publicKey } = registrationInfo.credential
  const student = { id: systemRandom.accountId(), rollNumber: `B${index}`, authenticator, publicKey }
  return { student, userHandle, credentialId }
}

async function insertMember(stores: Stores, organisationId: string, person: Person, now: number): Promise<void> {
  const { student, userHandle, credentialId } = person
  const email = `${student.rollNumber.toLowerCase()}@bench.example`
  await insertAccount(stores, 'STD', email, now, student.id, userHandle)
  await stores.students.insert({
    id: student.id,
    firstName: 'Bench',
    lastName: student.rollNumber,
    email,
    phoneNumber: '12345678',
    rollNumber: student.rollNumber,
    createdAt: now,
    updatedAt: now,
  })
  const membership = { organisationId, studentId: student.id, total: 0, expiryTime: null, joinedAt: now }
  await stores.memberships.insert(membership, student.rollNumber)
  await stores.passkeys.insert({
    credentialId,
    accountId: student.id,
    publicKey: Buffer.from(student.publicKey).toString('base64url'),
    counter: 0,
    backupEligible: false,
    backedUp: false,
    transports: ['internal', 'hybrid'],
    aaguid: '00000000-0000-0000-0000-000000000000',
    name: 'Passkey 1',
    createdAt: now,
    lastUsedAt: null,
    isSuspect: false,
  })
}

async function insertAccount(
  stores: Stores,
  label: 'ORG' | 'STD',
  email: string,
  now: number,
  id: string = systemRandom.accountId(),
  userHandle: string = systemRandom.secret(),
): Promise<string> {
  await stores.accounts.insert({
    id,
    email,
    emailCanonical: email,
    name: email,
    // Nobody logs in here with a password.
    passwordHash: '',
    isEmailVerified: true,
    label,
    hasProfile: true,
    userHandle,
    passwordUpdatedAt: now,
    createdAt: now,
    updatedAt: now,
  })
  return id
}
