import type { Stores } from '../domain/ports.ts'
import { readClock } from './database-clock.ts'
import type { Handle } from './handle.ts'
import { accountStore } from './stores/account-store.ts'
import { attendanceStore } from './stores/attendance-store.ts'
import { auditStore } from './stores/audit-store.ts'
import { ceremonyStore } from './stores/ceremony-store.ts'
import { checkInStore } from './stores/check-in-store.ts'
import { clockStore } from './stores/clock-store.ts'
import { courseImportStore } from './stores/course-import-store.ts'
import { courseStore } from './stores/course-store.ts'
import { dayPassStore } from './stores/day-pass-store.ts'
import { deskStore } from './stores/desk-store.ts'
import { disputeStore } from './stores/dispute-store.ts'
import { evidenceStore } from './stores/evidence-store.ts'
import { handCheckInStore } from './stores/hand-check-in-store.ts'
import { importStore } from './stores/import-store.ts'
import { installationKeyStore } from './stores/installation-key-store.ts'
import { invitationStore } from './stores/invitation-store.ts'
import { knownBrowserStore } from './stores/known-browser-store.ts'
import { loginMissStore } from './stores/login-miss-store.ts'
import { membershipStore } from './stores/membership-store.ts'
import { noticeStore } from './stores/notice-store.ts'
import { organisationStore } from './stores/organisation-store.ts'
import { originStore } from './stores/origin-store.ts'
import { outboxStore } from './stores/outbox-store.ts'
import { passkeyStore } from './stores/passkey-store.ts'
import { personLinkStore } from './stores/person-link-store.ts'
import { pushSubscriptionStore } from './stores/push-subscription-store.ts'
import { receiptStore } from './stores/receipt-store.ts'
import { recountStore } from './stores/recount-store.ts'
import { recoveryCodeStore } from './stores/recovery-code-store.ts'
import { registrationCookieStore } from './stores/registration-cookie-store.ts'
import { rosterStore } from './stores/roster-store.ts'
import { rulingStore } from './stores/ruling-store.ts'
import { screenStore } from './stores/screen-store.ts'
import { sessionStore } from './stores/session-store.ts'
import { spotCheckStore } from './stores/spot-check-store.ts'
import { staffStore } from './stores/staff-store.ts'
import { studentStore } from './stores/student-store.ts'
import { tokenStore } from './stores/token-store.ts'

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
    checkIns: checkInStore(handle),
    evidence: evidenceStore(handle),
    origins: originStore(handle),
    installationKeys: installationKeyStore(handle),
    handCheckIns: handCheckInStore(handle),
    passkeys: passkeyStore(handle),
    ceremonies: ceremonyStore(handle),
    recoveryCodes: recoveryCodeStore(handle),
    loginMisses: loginMissStore(handle),
    receipts: receiptStore(handle),
    recounts: recountStore(handle),
    rulings: rulingStore(handle),
    disputes: disputeStore(handle),
    spotChecks: spotCheckStore(handle),
    screens: screenStore(handle),
    dayPasses: dayPassStore(handle),
    staff: staffStore(handle),
    roster: rosterStore(handle),
    personLinks: personLinkStore(handle),
    imports: importStore(handle),
    invitations: invitationStore(handle),
    desk: deskStore(handle),
    courses: courseStore(handle),
    courseImports: courseImportStore(handle),
    pushSubscriptions: pushSubscriptionStore(handle),
    outbox: outboxStore(handle),
    notices: noticeStore(handle),
    audit: auditStore(handle),
    clock: clockStore(handle),
    changes: { publish: handle.publish },
  }
}
