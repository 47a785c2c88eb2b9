import type { Account } from '../accounts/stores.ts'

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
  /** A counter that went backwards: perhaps a clone. Such a credential proves nothing any more. */
  readonly isSuspect: boolean
  /** When that was noticed. */
  readonly suspectSince: number | null
  /** Took a lost one's place: it proves no presence until then, except to an organisation that has confirmed it. */
  readonly heldUntil: number | null
}

/** A passkey that is still held for an organisation, with the member whose it is. */
export type HeldMemberPasskey = {
  readonly credentialId: string
  readonly studentId: string
  readonly firstName: string
  readonly lastName: string
  readonly rollNumber: string
  readonly createdAt: number
  readonly heldUntil: number
}

export type PasskeyStore = {
  readonly listOf: (accountId: string) => Promise<Passkey[]>
  /** The passkeys of an organisation's member, in the one query that a mark begins with. Undefined for anybody else. */
  readonly listOfMember: (
    organisationId: string,
    studentId: string,
  ) => Promise<{ isEmailVerified: boolean; passkeys: Passkey[] } | undefined>
  readonly findWithOwner: (credentialId: string) => Promise<{ passkey: Passkey; owner: Account } | undefined>
  /** Returns false, and changes nothing, when the credential is known already, for any account. */
  readonly insert: (passkey: Passkey) => Promise<boolean>
  /** Compare and set: false when the stored counter is not below `counter` (and not both 0). */
  readonly recordUse: (credentialId: string, counter: number, backedUp: boolean, now: number) => Promise<boolean>
  readonly markSuspect: (credentialId: string, now: number) => Promise<void>
  /** It counts again, whatever its counter says next. */
  readonly clearSuspect: (credentialId: string) => Promise<void>
  readonly rename: (credentialId: string, name: string) => Promise<void>
  /** Removes it and remembers that the account had one. Returns false when it was gone already. */
  readonly remove: (credentialId: string, accountId: string, now: number) => Promise<boolean>
  /** Whether a passkey of this account was ever removed. */
  readonly hadOne: (accountId: string) => Promise<boolean>
  /** Passkeys of the organisation's members that it has not confirmed and that time has not released, oldest first. */
  readonly listHeldFor: (organisationId: string, limit: number) => Promise<HeldMemberPasskey[]>
  /** Returns false when it was confirmed already. */
  readonly confirmFor: (credentialId: string, organisationId: string, now: number) => Promise<boolean>
  readonly isConfirmedFor: (credentialId: string, organisationId: string) => Promise<boolean>
}

/** Codes that stand in for an organisation's passkey at one login each. Only hashes are stored. */
export type RecoveryCodeStore = {
  /** The earlier ones of the account are worth nothing any more. */
  readonly replace: (accountId: string, hashes: readonly string[], now: number) => Promise<void>
  /** One more, for the time being. */
  readonly add: (accountId: string, hash: string, now: number, expiresAt: number) => Promise<void>
  /** Whether `take` would find it now. */
  readonly isOpen: (accountId: string, hash: string) => Promise<boolean>
  /** Uses the code up. False for an unknown, used, expired or foreign one: nobody is told which. */
  readonly take: (accountId: string, hash: string) => Promise<boolean>
  readonly count: (accountId: string) => Promise<number>
}

export type CeremonyPurpose = 'register-org' | 'register-std' | 'login-org' | 'mark-std' | 'step-up'

/** An open ceremony: a challenge that was handed out and not answered yet. */
export type Ceremony = {
  readonly challengeHash: string
  readonly purpose: CeremonyPurpose
  /** Whose credential is asked for. */
  readonly subjectId: string
  /** Who may answer: hash of the login session's id or of the pre-login cookie. */
  readonly binding: string
  /** For a mark: the attendance session that it is for. */
  readonly attendanceSessionId: string | null
  readonly expiresAt: number
}

/** `by`: what was verified. Only a passkey makes the session one with a passkey. */
export type LoginProof = { readonly id: string; readonly by: 'passkey' | 'recovery-code' }

export type CeremonyStore = {
  /** Opens a ceremony; an older one with the same purpose, subject and binding is gone. */
  readonly open: (ceremony: Ceremony) => Promise<void>
  /** Uses the ceremony up, whatever becomes of the answer. Undefined for an unknown, used, expired or foreign one. */
  readonly take: (
    wanted: Pick<Ceremony, 'challengeHash' | 'purpose' | 'subjectId' | 'binding'>,
  ) => Promise<Ceremony | undefined>
  /** A verified organisation login ceremony, or a recovery code in its place: the right to one password login (rules §5.6). */
  readonly saveLoginProof: (
    organisationId: string,
    binding: string,
    by: LoginProof['by'],
    expiresAt: number,
  ) => Promise<void>
  readonly findLoginProof: (organisationId: string, binding: string) => Promise<LoginProof | undefined>
  /** Returns how many there were with this one; undefined when the proof was consumed meanwhile. */
  readonly countLoginProofTry: (id: string) => Promise<number | undefined>
  /** Takes a try back that did not get to look at the password. */
  readonly takeBackLoginProofTry: (id: string) => Promise<void>
  /** Returns false when it was consumed meanwhile. */
  readonly consumeLoginProof: (id: string) => Promise<boolean>
  /** Voids the account's login proofs: what a passkey has proved ends with the passkey. */
  readonly voidLoginProofsOf: (organisationId: string) => Promise<void>
}
