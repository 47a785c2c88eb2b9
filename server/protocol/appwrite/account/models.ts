import type { SessionModel, TokenModel, UserModel } from '#contract/account.ts'
import type { Account, LoginSession, MailedToken } from '../../../domain/accounts/stores.ts'
import { toDateTime } from '../../http/date-time.ts'
import { describeUserAgent } from '../../http/describe-user-agent.ts'

/** The models of protocol §4.1. Every key is always present; hashes and secrets never are. */

export function toUserModel(account: Account): UserModel {
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
    prefs: {},
    targets: [],
    accessedAt: toDateTime(account.updatedAt),
  }
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
