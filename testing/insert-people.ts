import type { AccountLabel } from '#contract/identifiers.ts'
import { canonicalRollNumber } from '#contract/text-fields.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import type { Stores } from '#server/domain/ports.ts'
import { insertPasskey, type MadePasskey } from './make-passkey.ts'

/** Writes people straight into the stores, for databases that are filled instead of used. Times are epoch ms. */

type NewOrganisation = {
  readonly name: string
  readonly email: string
  readonly phoneNumber: string
  readonly addressLine1: string
  readonly city: string
  readonly state: string
  /** Empty: no login by password. */
  readonly passwordHash: string
}

/** Returns its id, which is the institute code. */
export async function insertOrganisation(stores: Stores, wanted: NewOrganisation, at: number): Promise<string> {
  const { passwordHash, ...profile } = wanted
  const id = await insertAccount(stores, 'ORG', { ...profile, passwordHash, userHandle: systemRandom.secret() }, at)
  await stores.organisations.insert({ id, addressLine2: '', permissions: [], createdAt: at, updatedAt: at, ...profile })
  return id
}

type NewStudent = {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phoneNumber: string
  readonly rollNumber: string
  readonly passwordHash: string
  /** Undefined: they have registered none yet. */
  readonly passkey: MadePasskey | undefined
}

export async function insertStudent(stores: Stores, wanted: NewStudent, at: number): Promise<string> {
  const { passwordHash, passkey, ...profile } = wanted
  const name = `${profile.firstName} ${profile.lastName}`
  const id = await insertAccount(
    stores,
    'STD',
    { name, email: profile.email, passwordHash, userHandle: passkey?.userHandle ?? systemRandom.secret() },
    at,
  )
  await stores.students.insert({ id, ...profile, permissions: [], createdAt: at, updatedAt: at })
  if (passkey) await insertPasskey(stores, id, passkey, at)
  return id
}

export async function insertMembership(
  stores: Stores,
  organisationId: string,
  student: { readonly id: string; readonly rollNumber: string },
  at: number,
): Promise<void> {
  const membership = { organisationId, studentId: student.id, total: 0, expiryTime: null, joinedAt: at }
  const outcome = await stores.memberships.insert(membership, canonicalRollNumber(student.rollNumber))
  if (outcome !== 'added') throw new Error(`${student.rollNumber} could not join: ${outcome}`)
}

/** Returns its id. */
export async function insertAccount(
  stores: Stores,
  label: AccountLabel,
  account: {
    readonly name: string
    readonly email: string
    readonly passwordHash: string
    readonly userHandle: string
  },
  at: number,
): Promise<string> {
  const { name, email, passwordHash, userHandle } = account
  const id = systemRandom.accountId()
  const isAdded = await stores.accounts.insert({
    id,
    name,
    email,
    emailCanonical: email.toLowerCase(),
    passwordHash,
    userHandle,
    isEmailVerified: true,
    label,
    hasProfile: true,
    passwordUpdatedAt: at,
    createdAt: at,
    updatedAt: at,
  })
  if (!isAdded) throw new Error(`${email} is taken`)
  return id
}
