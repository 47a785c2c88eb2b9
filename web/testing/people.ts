import type { SessionModel, UserModel } from '#contract/account.ts'
import type { CreationOptions } from '#contract/ceremony-options.ts'
import { databaseId } from '#contract/identifiers.ts'
import type { OwnPasskey, OwnPasskeys } from '#contract/passkey.ts'
import type { Profile } from '../parts/profile/profile.ts'

/** Who the tests of parts are about. */

const since = '2026-11-02T09:00:00.000+00:00'

export const office: UserModel = {
  $id: 'K7QF3M9T',
  $createdAt: since,
  $updatedAt: since,
  name: 'Kaveri College',
  registration: since,
  status: true,
  labels: ['ORG'],
  passwordUpdate: since,
  email: 'office@kaveri.example',
  phone: '',
  emailVerification: true,
  phoneVerification: false,
  mfa: false,
  prefs: {},
  targets: [],
  accessedAt: since,
}

export const officeProfile: Profile = {
  label: 'ORG',
  $id: office.$id,
  name: office.name,
  email: office.email,
  phoneNumber: '+91 80 2345 6789',
  hasPasskey: true,
}

export const asha: UserModel = {
  ...office,
  $id: 'asha0000000000000000',
  name: 'Asha Rao',
  labels: ['STD'],
  email: 'asha.rao@students.example',
}

export const ashaProfile: Profile = {
  label: 'STD',
  $id: asha.$id,
  name: asha.name,
  email: asha.email,
  phoneNumber: '+91 98450 12345',
  hasPasskey: true,
}

/** What the server answers to who may register a passkey. */
export const mayRegister: CreationOptions = {
  rp: { id: 'localhost', name: 'Rollkey' },
  user: { id: 'aGFuZGxl', name: asha.email, displayName: asha.name },
  challenge: 'Y2hhbGxlbmdl',
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 60_000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'preferred', requireResidentKey: false, userVerification: 'required' },
  attestation: 'none',
  extensions: { credProps: true },
  hints: [],
}

export const noPasskeys: OwnPasskeys = {
  relyingPartyId: 'localhost',
  userHandle: 'aGFuZGxl',
  passkeys: [],
  recoveryCodes: null,
  enrolment: null,
  readiness: null,
}

export const ownPasskey: OwnPasskey = {
  id: 'passkey-1',
  credentialId: 'Y3JlZGVudGlhbA',
  name: 'The desk',
  provider: null,
  isSynced: false,
  createdAt: 1_762_000_000_000,
  lastUsedAt: null,
  heldUntil: null,
  isSuspect: false,
}

const system = {
  $sequence: 1,
  $databaseId: databaseId,
  $createdAt: since,
  $updatedAt: since,
  $permissions: [],
} as const

export const officeDocument = {
  ...system,
  $id: office.$id,
  $collectionId: 'organisations',
  name: office.name,
  email: office.email,
  phoneNumber: officeProfile.phoneNumber,
  addressLine1: '12 River Road',
  addressLine2: 'Block C',
  state: 'Karnataka',
  city: 'Mysuru',
  classes: 0,
  passKey: true,
  students: [],
  members: 1,
  sessionExpiry: null,
  serverTime: Date.parse(since),
} as const

export const ashaDocument = {
  ...system,
  $id: asha.$id,
  $collectionId: 'students',
  firstName: 'Asha',
  lastName: 'Rao',
  email: asha.email,
  phoneNumber: ashaProfile.phoneNumber,
  rollNumber: '21CS042',
  organisation: [office.$id],
  attendance: '{}',
  passKey: true,
} as const

export const logInAnswer: SessionModel = {
  $id: 'session',
  $createdAt: since,
  $updatedAt: since,
  userId: asha.$id,
  expire: '2026-12-02T09:00:00.000+00:00',
  provider: 'email',
  providerUid: asha.email,
  providerAccessToken: '',
  providerAccessTokenExpiry: '',
  providerRefreshToken: '',
  ip: '192.0.2.0',
  osCode: '',
  osName: 'Linux',
  osVersion: '',
  clientType: 'browser',
  clientCode: '',
  clientName: 'Firefox',
  clientVersion: '',
  clientEngine: '',
  clientEngineVersion: '',
  deviceName: 'desktop',
  deviceBrand: '',
  deviceModel: '',
  countryCode: '--',
  countryName: '',
  current: true,
  factors: ['password'],
  secret: '',
  mfaUpdatedAt: '',
}
