import type { SessionModel, TokenModel, UserModel } from '#contract/account.ts'
import type { Account, LoginSession, MailedToken } from '../../../domain/accounts/stores.ts'
import type { Staff } from '../../../domain/staff/stores.ts'
import { toDateTime } from '../../http/date-time.ts'
import { describeUserAgent } from '../../http/describe-user-agent.ts'

/** The models of protocol §4.1. Every key is always present; hashes and secrets never are. */

/** What an account may do beside its label, where people act for institutes. */
type Known = {
  /** As what its session acts for an institute. */
  readonly staff?: Staff | undefined
  /** It may act for one. */
  readonly isStaff?: boolean
  /** Others act for it. */
  readonly hasPeople?: boolean
  /** An institute's own login that only reads. */
  readonly readsOnly?: boolean
}

export function toUserModel(
  account: Account,
  { staff, isStaff = false, hasPeople = false, readsOnly = false }: Known = {},
): UserModel {
  return {
    $id: account.id,
    $createdAt: toDateTime(account.createdAt),
    $updatedAt: toDateTime(account.updatedAt),
    name: account.name,
    registration: toDateTime(account.createdAt),
    status: true,
    labels: account.label === null ? [] : [account.label],
    passwordUpdate: toDateTime(account.passwordUpdatedAt),
    email: account.email,
    phone: '',
    emailVerification: account.isEmailVerified,
    phoneVerification: false,
    mfa: false,
    prefs: {
      ...(staff && { acting: toActing(staff) }),
      ...(isStaff && { isStaff }),
      ...(hasPeople && { hasPeople }),
      ...(readsOnly && { readsOnly }),
    },
    targets: [],
    accessedAt: toDateTime(account.updatedAt),
  }
}

function toActing({ organisationId: institute, role, name, title, holdsWhole }: Staff) {
  return { institute, role, name, title, holdsWhole }
}

export function toSessionModel(session: LoginSession, email: string, isCurrent: boolean): SessionModel {
  const { browser, browserVersion, system, device } = describeUserAgent(session.userAgent)
  return {
    $id: session.id,
    $createdAt: toDateTime(session.createdAt),
    $updatedAt: toDateTime(session.lastSeenAt),
    userId: session.accountId,
    expire: toDateTime(session.expiresAt),
    provider: 'email',
    providerUid: email,
    providerAccessToken: '',
    providerAccessTokenExpiry: '',
    providerRefreshToken: '',
    ip: session.addressPrefix,
    osCode: '',
    osName: system,
    osVersion: '',
    clientType: 'browser',
    clientCode: '',
    clientName: browser,
    clientVersion: browserVersion,
    clientEngine: '',
    clientEngineVersion: '',
    deviceName: device,
    deviceBrand: '',
    deviceModel: '',
    countryCode: '--',
    countryName: '',
    current: isCurrent,
    factors: session.factors,
    secret: '',
    mfaUpdatedAt: '',
  }
}

export function toTokenModel(token: MailedToken): TokenModel {
  return {
    $id: token.id,
    $createdAt: toDateTime(token.createdAt),
    userId: token.accountId,
    secret: '',
    expire: toDateTime(token.expiresAt),
    phrase: '',
  }
}
