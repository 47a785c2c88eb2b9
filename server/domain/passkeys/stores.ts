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
}

export type PasskeyStore = {
  readonly listOf: (accountId: string) => Promise<Passkey[]>
  readonly findWithOwner: (credentialId: string) => Promise<{ passkey: Passkey; owner: Account } | undefined>
  /** Returns false, and changes nothing, when the credential is known already, for whomever. */
  readonly insert: (passkey: Passkey) => Promise<boolean>
  /** Compare and set: false when the stored counter is not below `counter` (and not both 0). */
  readonly recordUse: (credentialId: string, counter: number, backedUp: boolean, now: number) => Promise<boolean>
  readonly markSuspect: (credentialId: string) => Promise<void>
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

export type LoginProof = { readonly id: string }

export type CeremonyStore = {
  /** Opens a ceremony; an older one with the same purpose, subject and binding is gone. */
  readonly open: (ceremony: Ceremony) => Promise<void>
  /** Uses the ceremony up, whatever becomes of the answer. Undefined for an unknown, used, expired or foreign one. */
  readonly take: (
    wanted: Pick<Ceremony, 'challengeHash' | 'purpose' | 'subjectId' | 'binding'>,
  ) => Promise<Ceremony | undefined>
  /** A verified organisation login ceremony: the right to one password login (security §5.6). */
  readonly saveLoginProof: (organisationId: string, binding: string, expiresAt: number) => Promise<void>
  readonly findLoginProof: (organisationId: string, binding: string) => Promise<LoginProof | undefined>
  /** Returns how many there were with this one; undefined when the proof was consumed meanwhile. */
  readonly countLoginProofTry: (id: string) => Promise<number | undefined>
  /** Returns false when it was consumed meanwhile. */
  readonly consumeLoginProof: (id: string) => Promise<boolean>
}
