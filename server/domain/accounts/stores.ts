import type { Label } from '#contract/identifiers.ts'
import type { Enrolment } from '#contract/passkey.ts'

/** What one can log in with. The profile document has the same id. Times are epoch ms. */
export type Account = {
  readonly id: string
  readonly email: string
  readonly emailCanonical: string
  readonly name: string
  readonly passwordHash: string
  readonly isEmailVerified: boolean
  /** Null until the label call; never changed afterwards. */
  readonly label: Label | null
  /** False while registration is unfinished: registering again with the same email replaces such an account, or goes on with it. */
  readonly hasProfile: boolean
  /** WebAuthn user handle: 32 random bytes, base64url. */
  readonly userHandle: string
  readonly passwordUpdatedAt: number
  readonly createdAt: number
  readonly updatedAt: number
}

export type AccountStore = {
  readonly find: (id: string) => Promise<Account | undefined>
  readonly findByEmail: (emailCanonical: string) => Promise<Account | undefined>
  /** Reads and locks the row until the transaction ends. */
  readonly lock: (id: string) => Promise<Account | undefined>
  /** The same, of an account of which no email was ever verified; undefined for every other. */
  readonly lockNeverVerified: (id: string) => Promise<Account | undefined>
  /** The oldest of those accounts that were made by then (epoch ms), after one of them. */
  readonly listNeverVerified: (
    createdUntil: number,
    limit: number,
    after: Pick<Account, 'createdAt' | 'id'> | undefined,
  ) => Promise<Account[]>
  /** Returns false, and changes nothing, when the id or the email is taken. */
  readonly insert: (account: Account) => Promise<boolean>
  readonly remove: (id: string) => Promise<void>
  /**
   * Also makes the email unverified, unless the canonical one stays. Returns false, and changes nothing, when another
   * account has it.
   */
  readonly changeEmail: (id: string, email: string, emailCanonical: string, now: number) => Promise<boolean>
  readonly rename: (id: string, name: string, now: number) => Promise<void>
  readonly changePassword: (id: string, passwordHash: string, now: number) => Promise<void>
  /** Same password, hashed with today's parameters: nothing that a person would notice. */
  readonly rehashPassword: (id: string, passwordHash: string) => Promise<void>
  readonly markEmailVerified: (id: string, now: number) => Promise<void>
  /** Writes the label once; returns false when there is one already. */
  readonly setLabel: (id: string, label: Label, now: number) => Promise<boolean>
  readonly markProfileCreated: (id: string) => Promise<void>
}

export type Factor = 'password' | 'passkey'

/** One login of one account in one browser. Times are epoch ms. */
export type LoginSession = {
  readonly id: string
  readonly accountId: string
  readonly factors: readonly Factor[]
  readonly createdAt: number
  readonly lastSeenAt: number
  /** When a password or passkey was last given. */
  readonly authenticatedAt: number
  /** When a passkey was last given; null when none was. */
  readonly passkeyAt: number | null
  /** Set while the session may register a passkey without giving an existing one; giving one ends it. */
  readonly enrolment: Enrolment | null
  /** The idle limit: the session ends then unless it is used before. */
  readonly idleExpiresAt: number
  /** The absolute limit. */
  readonly expiresAt: number
  readonly addressPrefix: string
  readonly userAgent: string
}

export type SessionFactors = Pick<LoginSession, 'factors' | 'authenticatedAt' | 'passkeyAt'> & {
  readonly tokenHash: string
}

export type SessionStore = {
  /** The session with this token and its account, unless it has ended by the database's clock, which is `now`. */
  readonly findLive: (
    tokenHash: string,
  ) => Promise<{ session: LoginSession; account: Account; now: number } | undefined>
  /** Those of the sessions that are live, with their accounts, by session id. */
  readonly findLiveByIds: (
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, { session: LoginSession; account: Account }>>
  readonly insert: (session: LoginSession, tokenHash: string) => Promise<void>
  /** Notes that the session was used. On a full disk that is left to a later call, so that reading goes on. */
  readonly touch: (id: string, lastSeenAt: number, idleExpiresAt: number) => Promise<void>
  /** Replaces the token, so that one seen before the session grew stronger is worth nothing. Ends its enrolment. */
  readonly setFactors: (id: string, factors: SessionFactors) => Promise<void>
  readonly replaceToken: (id: string, tokenHash: string, authenticatedAt: number) => Promise<void>
  /** Also ends the pushes to the browser that the session was in, as does the next one. */
  readonly remove: (id: string, accountId: string) => Promise<LoginSession | undefined>
  /** Returns those that it has ended. */
  readonly removeAllOf: (accountId: string, exceptId?: string) => Promise<LoginSession[]>
  readonly listLive: (accountId: string) => Promise<LoginSession[]>
  /**
   * Ends the oldest sessions beyond `keep`, and as above the pushes, unless they had gone idle or expired by themselves.
   * Returns those that it has ended.
   */
  readonly trim: (accountId: string, keep: number) => Promise<LoginSession[]>
}

/** The short-lived cookie that lets a browser finish the registration that it began (protocol §11). */
export type RegistrationCookieStore = {
  readonly insert: (tokenHash: string, accountId: string, expiresAt: number) => Promise<void>
  readonly findLive: (tokenHash: string) => Promise<string | undefined>
}

/** A browser that has logged in to an account. Several accounts may know one browser. */
export type KnownBrowser = {
  /** Of this browser at this account; stays when the token is replaced. */
  readonly id: string
  readonly accountId: string
  readonly tokenHash: string
  /** Epoch ms. */
  readonly expiresAt: number
}

export type KnownBrowserStore = {
  /** The id of the browser with this token, if the account knows it. */
  readonly find: (tokenHash: string, accountId: string) => Promise<string | undefined>
  /** Gives a browser a new token, at every account that knows it. */
  readonly replaceToken: (formerHash: string, tokenHash: string) => Promise<void>
  /** Keeps the id of a browser that the account knows already, under its token, and only moves the end. */
  readonly remember: (browser: KnownBrowser) => Promise<void>
  /** Forgets those beyond `keep` that have not logged in for longest. */
  readonly trim: (accountId: string, keep: number) => Promise<void>
  readonly forgetAllOf: (accountId: string, exceptId?: string) => Promise<void>
}

export type TokenPurpose = 'verification' | 'recovery' | 'passkey-replacement'

/** A mailed, single-use token (rules §5.3). A secret is made for each sending of its mail; only hashes are stored. */
export type MailedToken = {
  readonly id: string
  readonly accountId: string
  readonly purpose: TokenPurpose
  /** The address that it proves; a changed email voids it. */
  readonly emailCanonical: string
  readonly createdAt: number
  /** Epoch ms. While its mail waits: the end that it would have if that were sent at once, so the earliest possible. */
  readonly expiresAt: number
}

/** One that has no end yet. `accountId`: null for no one; such a token never opens anything. */
export type UnsentToken = Omit<MailedToken, 'accountId' | 'expiresAt'> & { readonly accountId: string | null }

export type TokenStore = {
  /** Stores a new token, which nothing opens yet, and voids the earlier ones of the same account and purpose. */
  readonly replace: (token: UnsentToken) => Promise<void>
  /**
   * Adds the secret that a mail is about to carry to those that open the token: the mail may arrive before the mail server
   * answers. Returns the token's owner, and what its end is when the mail is taken at once (epoch ms). Undefined when it
   * was used or voided meanwhile.
   */
  readonly addSecret: (
    id: string,
    hash: string,
    lifeMs: number,
  ) => Promise<{ userId: string; expiresAt: number } | undefined>
  /** The mail was taken, or may have been: all secrets of the token work until `lifeMs` from now. */
  readonly beginLife: (id: string, lifeMs: number) => Promise<void>
  /** The mail with this secret was certainly not taken. A token without a secret has no end either. */
  readonly removeSecret: (id: string, hash: string) => Promise<void>
  /** Whether `take` would find it now. */
  readonly isOpen: (hash: string, accountId: string, purpose: TokenPurpose) => Promise<boolean>
  /** Uses the token up. Undefined for an unknown, used, expired or foreign one: nobody is told which. */
  readonly take: (hash: string, accountId: string, purpose: TokenPurpose) => Promise<MailedToken | undefined>
  readonly voidAllOf: (accountId: string) => Promise<void>
}
