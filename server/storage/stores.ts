import type { Stores } from '../domain/ports.ts'
import { accountStore } from './account-store.ts'
import { attendanceStore } from './attendance-store.ts'
import { auditStore } from './audit-store.ts'
import { ceremonyStore } from './ceremony-store.ts'
import { clockStore } from './clock-store.ts'
import { readClock } from './database-clock.ts'
import type { Handle } from './handle.ts'
import { knownBrowserStore } from './known-browser-store.ts'
import { loginMissStore } from './login-miss-store.ts'
import { membershipStore } from './membership-store.ts'
import { organisationStore } from './organisation-store.ts'
import { outboxStore } from './outbox-store.ts'
import { passkeyStore } from './passkey-store.ts'
import { pushSubscriptionStore } from './push-subscription-store.ts'
import { receiptStore } from './receipt-store.ts'
import { recoveryCodeStore } from './recovery-code-store.ts'
import { registrationCookieStore } from './registration-cookie-store.ts'
import { sessionStore } from './session-store.ts'
import { studentStore } from './student-store.ts'
import { tokenStore } from './token-store.ts'

/** All stores on one handle: the database, or one transaction of it. */
export function makeStores(handle: Handle): Stores {
  return {
    now: () => readClock(handle),
    accounts: accountStore(handle),
    registrations: registrationCookieStore(handle),
    knownBrowsers: knownBrowserStore(handle),
    sessions: sessionStore(handle),
    tokens: tokenStore(handle),
    organisations: organisationStore(handle),
    students: studentStore(handle),
    memberships: membershipStore(handle),
    attendance: attendanceStore(handle),
    passkeys: passkeyStore(handle),
    ceremonies: ceremonyStore(handle),
    recoveryCodes: recoveryCodeStore(handle),
    loginMisses: loginMissStore(handle),
    receipts: receiptStore(handle),
    pushSubscriptions: pushSubscriptionStore(handle),
    outbox: outboxStore(handle),
    audit: auditStore(handle),
    clock: clockStore(handle),
    changes: { publish: handle.publish },
  }
}
