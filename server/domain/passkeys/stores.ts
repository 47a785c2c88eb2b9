import type { Account } from '../accounts/stores.ts'
import type { Student } from '../profiles/stores.ts'

/**
 * Why a passkey proves nothing any more. 'counter': it went backwards, so there may be a copy, until the owner says that there is
 * none. 'backup-eligibility': it changed, which it never does (WebAuthn L3 §6.1.3), so another authenticator answers; for good.
 */
export type SuspectCause = 'counter' | 'backup-eligibility'

/** A registered credential of an account. Times are epoch ms. */
export type Passkey = {
  /** Credential ID, base64url; unique over all accounts. */
  readonly credentialId: string
  readonly accountId: string
  /** COSE key, base64url. */
  readonly publicKey: string
  /** The authenticator's signature counter at its last use. */
  readonly counter: number
  readonly backupEligible: boolean
  readonly backedUp: boolean
  readonly transports: readonly string[]
  readonly aaguid: string
  readonly name: string
  readonly createdAt: number
  readonly lastUsedAt: number | null
  /** Null: it is trusted. */
  readonly suspectBecause: SuspectCause | null
  /** When the server noticed that. */
  readonly suspectSince: number | null
  /**
   * Set when the passkey replaced a lost one: until then it proves presence only to an organisation that has confirmed
   * it.
   */
  readonly heldUntil: number | null
  /** Since when it does not act for institutes: their owners have confirmed another in its place. */
  readonly replacedAt: number | null
}

export type OwnedPasskey = { readonly passkey: Passkey; readonly owner: Account }

/** A passkey that is still held for an organisation, with its member. */
export type HeldMemberPasskey = {
  readonly credentialId: string
  readonly studentId: string
  readonly firstName: string
  readonly lastName: string
  readonly rollNumber: string
  readonly createdAt: number
  readonly heldUntil: number
}

/** Of a member: what was typed for one, in the form that is looked up. */
export type CanonicalName = { readonly canonicalRollNumber: string } | { readonly canonicalEmail: string }

type NamedMember = {
  readonly student: Pick<Student, 'id' | 'firstName' | 'lastName' | 'rollNumber'>
  readonly isEmailVerified: boolean
  readonly passkeys: Passkey[]
}

export type PasskeyStore = {
  readonly listOf: (accountId: string) => Promise<Passkey[]>
  /**
   * The passkeys of an organisation's member, in the one query with which a mark begins. Undefined for all other
   * accounts.
   */
  readonly listOfMember: (
    organisationId: string,
    studentId: string,
  ) => Promise<{ isEmailVerified: boolean; passkeys: Passkey[] } | undefined>
  /**
   * A member by canonical roll number or email, and the member's passkeys, in the one query with which a check-in at the
   * screen begins.
   */
  readonly findMemberByName: (organisationId: string, name: CanonicalName) => Promise<NamedMember | undefined>
  readonly findWithOwner: (credentialId: string) => Promise<OwnedPasskey | undefined>
  /**
   * Keeps the head of the audit log with it. Returns false, and changes nothing, when any account has the credential
   * already.
   */
  /** `attestationFormat`: of the attestation that came with it (WebAuthn L3 §8); null where none is known. */
  readonly insert: (passkey: Passkey, attestationFormat?: string | null) => Promise<boolean>
  /** Compare and set: false when the stored counter is not below `counter` (and not both 0). */
  readonly recordUse: (credentialId: string, counter: number, backedUp: boolean, now: number) => Promise<boolean>
  /** Of a passkey that is locked: its counter was compared under the lock. */
  readonly saveUse: (credentialId: string, counter: number, backedUp: boolean, now: number) => Promise<void>
  readonly markSuspect: (credentialId: string, because: SuspectCause, now: number) => Promise<void>
  /** The passkey works again, whatever counter it sends next. */
  readonly clearSuspect: (credentialId: string) => Promise<void>
  /** It does not act for institutes any more. */
  readonly setReplaced: (credentialId: string, now: number) => Promise<void>
  readonly isReplaced: (credentialId: string) => Promise<boolean>
  readonly rename: (credentialId: string, name: string) => Promise<void>
  /** Removes it, and records that the account had one. Returns false when it was removed before. */
  readonly remove: (credentialId: string, accountId: string, now: number) => Promise<boolean>
  /** Whether a passkey of this account was ever removed. */
  readonly hadOne: (accountId: string) => Promise<boolean>
  /** Held passkeys of the organisation's members that it has not confirmed, oldest first. */
  readonly listHeldFor: (organisationId: string, limit: number) => Promise<HeldMemberPasskey[]>
  /** Returns false when it was confirmed already. */
  readonly confirmFor: (credentialId: string, organisationId: string, now: number) => Promise<boolean>
  readonly isConfirmedFor: (credentialId: string, organisationId: string) => Promise<boolean>
}

/** Codes that replace an organisation's passkey at one login each. Only hashes are stored. */
export type RecoveryCodeStore = {
  /** Earlier codes of the account stop working. */
  readonly replace: (accountId: string, hashes: readonly string[], now: number) => Promise<void>
  /** Adds one code with an end. */
  readonly add: (accountId: string, hash: string, now: number, expiresAt: number) => Promise<void>
  /** Whether `take` would find it now. */
  readonly isOpen: (accountId: string, hash: string) => Promise<boolean>
  /** Uses the code up. False for an unknown, used, expired or foreign one: no caller learns which of these it was. */
  readonly take: (accountId: string, hash: string) => Promise<boolean>
  readonly count: (accountId: string) => Promise<number>
}

export type CeremonyPurpose =
  | 'register-org'
  | 'register-std'
  | 'register-stf'
  | 'login-org'
  | 'mark-std'
  | 'rehearse-std'
  | 'step-up'

/** An open ceremony: a challenge that was issued and not answered yet. */
export type Ceremony = {
  readonly challengeHash: string
  readonly purpose: CeremonyPurpose
  /** The account whose credential is asked for. */
  readonly subjectId: string
  /** Who may answer: hash of the login session's id or of the pre-login cookie. */
  readonly binding: string
  /** For a mark: its attendance session. */
  readonly attendanceSessionId: string | null
  /** What its challenge is made of, besides the above; null where it is random. Epoch ms. */
  readonly begun: { readonly nonce: string; readonly at: number } | null
  readonly expiresAt: number
}

/** `by`: what was verified. Only a passkey gives the session the passkey factor. */
export type LoginProof = { readonly id: string; readonly by: 'passkey' | 'recovery-code' }

export type CeremonyStore = {
  /** Opens a ceremony; it replaces an older one with the same purpose, subject and binding. */
  readonly open: (ceremony: Ceremony) => Promise<void>
  /**
   * Spends the ceremony, whatever the answer turns out to be. Undefined for an unknown, used, expired or foreign one.
   */
  readonly take: (
    wanted: Pick<Ceremony, 'challengeHash' | 'purpose' | 'subjectId' | 'binding'>,
  ) => Promise<Ceremony | undefined>
  /**
   * A verified ceremony of an organisation, or a recovery code instead: the right to one password login (rules §5.6).
   */
  readonly saveLoginProof: (
    organisationId: string,
    binding: string,
    by: LoginProof['by'],
    expiresAt: number,
  ) => Promise<void>
  readonly findLoginProof: (organisationId: string, binding: string) => Promise<LoginProof | undefined>
  /** Returns how many tries there were, with this one; undefined when the proof was used up meanwhile. */
  readonly countLoginProofTry: (id: string) => Promise<number | undefined>
  /** Takes back a try whose password was never compared. */
  readonly takeBackLoginProofTry: (id: string) => Promise<void>
  /** Returns false when it was used up meanwhile. */
  readonly consumeLoginProof: (id: string) => Promise<boolean>
  /** Voids the account's login proofs: what a passkey proved ends when the passkey does. */
  readonly voidLoginProofsOf: (organisationId: string) => Promise<void>
}
