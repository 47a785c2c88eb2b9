import { staffRoles } from '#contract/staff-rights.ts'
import type { Account, LoginSession } from '#server/domain/accounts/stores.ts'
import type { Caller, CallerKind, Sender } from '#server/domain/callers.ts'
import type { RateLimiter } from '#server/domain/limits/rate-limiter.ts'
import type { RequestContext } from '#server/domain/request-context.ts'
import type { Staff } from '#server/domain/staff/stores.ts'
import { makeAccount } from './make-account.ts'

type Given = Partial<Omit<RequestContext, 'limiter'>> & {
  /** What a test counts or refuses; the others count nothing. */
  readonly limiter?: Partial<RateLimiter>
}

const unused = { max: 1_000, count: 0, resetAt: 0, isUsedUp: false }
const passing: RateLimiter = {
  count: async () => unused,
  check: async () => unused,
  look: async () => unused,
  miss: async () => unused,
  attempt: async (_counted, run) => run(),
}

/** A request as the rules see it, by default of a guest whose limits are all unused. */
export function makeContext({ limiter, ...given }: Given = {}): RequestContext {
  return {
    requestId: 'request',
    address: '192.0.2.7',
    userAgent: '',
    cookies: {},
    limiter: { ...passing, ...limiter },
    auditBudget: { admit: () => true, takeLeftOut: () => 0 },
    ...given,
  }
}

/** A request of each kind of caller of an institute 'own'. A person of it is a student, too. */
export function contextOfKind(kind: CallerKind, given: Given = {}): RequestContext {
  return makeContext({ ...senderOf(kind), ...given })
}

function senderOf(kind: CallerKind): Sender {
  const lone = { id: 'one', organisationId: 'own', name: '', endsAt: 1 }
  const role = staffRoles.find((one) => one === kind)
  if (kind === 'guest') return {}
  if (kind === 'pre') return { registeringAccountId: 'own' }
  if (kind === 'screen') return { screen: { ...lone, roomId: null, teacherId: null } }
  if (kind === 'day-pass') return { dayPass: { ...lone, courses: ['own'], madeAt: 0 } }
  const label = kind === 'STF' ? 'STF' : role || kind === 'STD' ? 'STD' : 'ORG'
  const factors = ['unverified', 'STD', 'ORG'].includes(kind) ? ['password' as const] : undefined
  const caller = makeCaller(
    'own',
    'ORG',
    { ...(factors && { factors }) },
    { label, isEmailVerified: kind !== 'unverified' },
  )
  const staff = role && ({ organisationId: 'own', role, holdsWhole: true } as Staff)
  return { caller: { ...caller, staff, ...(kind === 'closed' && { readsOnlySince: 1 }) } }
}

/** A person with a finished registration, by default logged in with a password; institutes also with a passkey. */
export function makeCaller(
  id: string,
  label: 'ORG' | 'STD',
  session: Partial<LoginSession> = {},
  account: Partial<Account> = {},
): Caller {
  return {
    account: makeAccount(id, { label, hasProfile: true, isEmailVerified: true, ...account }),
    tokenHash: `token of ${id}`,
    session: {
      id: `session of ${id}`,
      accountId: id,
      factors: label === 'ORG' ? ['password', 'passkey'] : ['password'],
      createdAt: 1,
      lastSeenAt: 1,
      authenticatedAt: 1,
      passkeyAt: null,
      enrolment: null,
      idleExpiresAt: Number.MAX_SAFE_INTEGER,
      expiresAt: Number.MAX_SAFE_INTEGER,
      addressPrefix: '192.0.2.7',
      userAgent: '',
      actingFor: null,
      ownSessionId: null,
      ...session,
    },
    staff: undefined,
  }
}
