import type { AccountLabel, Label } from '#contract/identifiers.ts'
import type { Enrolment } from '#contract/passkey.ts'
import type { Staff } from '../staff/stores.ts'

/** A login account. The profile document has the same id. Times are epoch ms. */
export type Account = {
  readonly id: string
  readonly email: string
  readonly emailCanonical: string
  readonly name: string
  readonly passwordHash: string
  readonly isEmailVerified: boolean
  /** Null until the label call; never changed afterwards. */
  readonly label: AccountLabel | null
  /**
   * False while registration is unfinished: another registration with the same email replaces or continues such an
   * account.
   */
  readonly hasProfile: boolean
  /** WebAuthn user handle: 32 random bytes, base64url. */
  readonly userHandle: string
  readonly passwordUpdatedAt: number
  readonly createdAt: number
  readonly updatedAt: number
}

export type AccountStore = {
  readonly find: (id: string) => Promise<Account | undefined>
  /** By their ids. */
  readonly findAll: (ids: readonly string[]) => Promise<ReadonlyMap<string, Account>>
  readonly findByEmail: (emailCanonical: string) => Promise<Account | undefined>
  /** Reads and locks the row until the transaction ends. */
  readonly lock: (id: string) => Promise<Account | undefined>
  /** The same, of an account of which no email was ever verified; undefined for every other. */
  readonly lockNeverVerified: (id: string) => Promise<Account | undefined>
  /** The oldest accounts without a verified email that were created until `createdUntil` (epoch ms), after the given one. */
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
  /** Stores the same password, hashed with today's parameters. No session or link changes. */
  readonly rehashPassword: (id: string, passwordHash: string) => Promise<void>
  readonly markEmailVerified: (id: string, now: number) => Promise<void>
  /** Writes the label once; returns false when there is one already. */
  readonly setLabel: (id: string, label: Label, now: number) => Promise<boolean>
  /** Of an institute's own login: since when it only reads, epoch ms; null while it is open. */
  readonly findReadsOnly: (id: string) => Promise<number | null>
  readonly setReadsOnly: (id: string, since: number | null) => Promise<void>
  /** When the account goes, epoch ms; null of one that stays. */
  readonly findDeletion: (id: string) => Promise<number | null>
  readonly setDeletion: (id: string, at: number | null) => Promise<void>
  /** Those whose time has come, by their ids. */
  readonly listToDelete: (limit: number) => Promise<string[]>
  /**
   * Takes all that is a person's own from a student's account: what is left is its id and its user handle, by which the
   * signatures of marks are checked, and the name that a roster has.
   */
  readonly empty: (id: string, now: number) => Promise<void>
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
  /** The institute that it acts for; null: none. */
  readonly actingFor: string | null
  /** Of a session that acts: the person's own session from which that began. */
  readonly ownSessionId: string | null
}

/** A live session, its account, and the person at the institute that the session acts for. */
export type KnownSession = {
  readonly session: LoginSession
  /** Of the token with which it was found. */
  readonly tokenHash: string
  readonly account: Account
  readonly staff: Staff | undefined
  /** Of an institute's own login: since when it only reads, epoch ms. */
  readonly readsOnlySince?: number | null
}

/** `tokenHash`: without it the token stays. */
export type SessionFactors = Pick<LoginSession, 'factors' | 'authenticatedAt' | 'passkeyAt'> & {
  readonly tokenHash: string | undefined
}

export type SessionStore = {
  /**
   * The session with this token, unless it has ended by the database's clock, which is `now`, or acts for an institute
   * that its person does not act for any more.
   */
  readonly findLive: (tokenHash: string) => Promise<(KnownSession & { now: number }) | undefined>
  /** Those of the sessions that are live, by their ids. */
  readonly findLiveByIds: (ids: readonly string[]) => Promise<ReadonlyMap<string, KnownSession>>
  readonly insert: (session: LoginSession, tokenHash: string) => Promise<void>
  /** Stores that the session was used. On a full disk a later call does it instead, so that reading still works. */
  readonly touch: (id: string, lastSeenAt: number, idleExpiresAt: number) => Promise<void>
  /**
   * Whether the session still has this token, which no other transaction replaces then before the end of this one. False
   * where another request has replaced it meanwhile, or the session has ended.
   */
  readonly holdToken: (id: string, tokenHash: string) => Promise<boolean>
  /**
   * Replaces the token when the session grows stronger, so that a copy of the old token stops working. Ends its
   * enrolment.
   */
  readonly setFactors: (id: string, factors: SessionFactors) => Promise<void>
  readonly replaceToken: (id: string, tokenHash: string | undefined, authenticatedAt: number) => Promise<void>
  /** Also ends the pushes to the session's browser, as the next function does. */
  readonly remove: (id: string, accountId: string) => Promise<LoginSession | undefined>
  /** Returns the sessions that it ended. */
  readonly removeAllOf: (accountId: string, exceptId?: string) => Promise<LoginSession[]>
  /** The sessions with which an account acts for an institute. Returns those that it ended. */
  readonly removeActing: (accountId: string, organisationId: string) => Promise<LoginSession[]>
  readonly listLive: (accountId: string) => Promise<LoginSession[]>
  /**
   * Ends the oldest sessions beyond `keep`, and their pushes, except those that had expired by themselves. `spared`: a
   * session that stays, however old. Returns the sessions that it ended.
   */
  readonly trim: (accountId: string, keep: number, spared?: string | null) => Promise<LoginSession[]>
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
  /** Keeps the id and token of a browser that the account knows already; only its end moves. */
  readonly remember: (browser: KnownBrowser) => Promise<void>
  /** Forgets those beyond `keep` whose last login is oldest. */
  readonly trim: (accountId: string, keep: number) => Promise<void>
  readonly forgetAllOf: (accountId: string, exceptId?: string) => Promise<void>
}

/** The invitations have no account: the person may not have one yet. */
export type TokenPurpose =
  | 'verification'
  | 'recovery'
  | 'passkey-replacement'
  | 'account-deletion'
  | 'staff-invitation'
  | 'student-invitation'

/** A mailed, single-use token (rules §5.3). A secret is made for each sending of its mail; only hashes are stored. */
export type MailedToken = {
  readonly id: string
  readonly accountId: string
  readonly purpose: TokenPurpose
  /** The address that it proves; a changed email voids it. */
  readonly emailCanonical: string
  readonly createdAt: number
  /** Epoch ms. Until the mail is sent, it is the earliest possible end: the end it would have if the mail left now. */
  readonly expiresAt: number
}

/** A token without an end yet. `accountId` is null when there is no account; such a token opens nothing. */
export type UnsentToken = Omit<MailedToken, 'accountId' | 'expiresAt'> & {
  readonly accountId: string | null
  /** Whose act it is where an institute sends it. */
  readonly sent?: { readonly by: string; readonly organisationId: string } | undefined
}

export type TokenStore = {
  /** Stores new tokens of people who may have no account yet. No secret opens them yet. */
  readonly insert: (tokens: readonly UnsentToken[]) => Promise<void>
  /** Stores a new token, which no secret opens yet. Earlier ones of the same account and purpose become void. */
  readonly replace: (token: UnsentToken) => Promise<void>
  /**
   * Adds the secret that a mail is about to carry: the mail may arrive before the mail server answers. Returns the
   * token's owner, or its own id where it has none, and its end if the mail is taken now (epoch ms). Undefined when the
   * token was used or voided in the meantime, or was made for no one.
   */
  readonly addSecret: (
    id: string,
    hash: string,
    lifeMs: number,
  ) => Promise<{ userId: string; expiresAt: number } | undefined>
  /** The mail server took the mail, or may have: all secrets of the token work until `lifeMs` from now. */
  readonly beginLife: (id: string, lifeMs: number) => Promise<void>
  /** The mail server certainly did not take the mail with this secret. A token without any secret has no end. */
  readonly removeSecret: (id: string, hash: string) => Promise<void>
  /** Whether `take` would find it now. */
  readonly isOpen: (hash: string, accountId: string, purpose: TokenPurpose) => Promise<boolean>
  /**
   * Uses the token up. Undefined for an unknown, used, expired or foreign one: no caller learns which of these it was.
   */
  readonly take: (hash: string, accountId: string, purpose: TokenPurpose) => Promise<MailedToken | undefined>
  /** The same two for a token that belongs to no account, by its id. */
  readonly isOpenWithoutAccount: (hash: string, id: string, purpose: TokenPurpose) => Promise<boolean>
  readonly takeWithoutAccount: (hash: string, id: string, purpose: TokenPurpose) => Promise<boolean>
  /** Of invitations that were sent to an address, by all institutes. */
  readonly voidInvitationsTo: (emailCanonical: string) => Promise<void>
  readonly voidAllOf: (accountId: string) => Promise<void>
  /** Voids the links that an account has sent for an institute. Returns the accounts that they were sent to. */
  readonly voidSentBy: (accountId: string, organisationId: string) => Promise<string[]>
}
