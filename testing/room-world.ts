import { randomBytes } from 'node:crypto'
import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { CheckInOffer, FinishedCheckIn } from '#contract/check-in.ts'
import { attendanceSessionMs } from '#contract/rules.ts'
import type { StaffRole } from '#contract/staff-rights.ts'
import { canonicalRollNumber } from '#contract/text-fields.ts'
import { createInstallationKey } from '#server/adapters/keys/installation-key.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { startFacts } from '#server/domain/audit/compared-facts.ts'
import type { ScreenCaller } from '#server/domain/callers.ts'
import type { Deps } from '#server/domain/deps.ts'
import { enter } from '#server/domain/doors.ts'
import { beginAtScreen } from '#server/domain/marks/begin-at-screen.ts'
import { beginByHand } from '#server/domain/marks/begin-by-hand.ts'
import { beginByRoomCode, scanRoomCode } from '#server/domain/marks/begin-by-room-code.ts'
import { finishByInstitute } from '#server/domain/marks/finish-by-institute.ts'
import { finishByRoomCode } from '#server/domain/marks/finish-by-room-code.ts'
import { makeRoomCode, stepAt } from '#server/domain/marks/room-code.ts'
import { verifyAssertion } from '#server/domain/passkeys/verify-assertion.ts'
import type { Student } from '#server/domain/profiles/stores.ts'
import type { RequestContext } from '#server/domain/request-context.ts'
import { hashSecret } from '#server/domain/secret-hash.ts'
import { publicIdOf } from '#server/domain/session-id.ts'
import type { Staff } from '#server/domain/staff/stores.ts'
import type { OpenStorage } from '#server/storage/opened-storage.ts'
import { insertLogin } from './insert-login.ts'
import { insertStaff } from './insert-staff.ts'
import { logAct } from './log-act.ts'
import { makeAccount } from './make-account.ts'
import { makeCaller, makeContext } from './make-context.ts'
import { insertPasskey, type MadePasskey, makePasskey } from './make-passkey.ts'

/** An institute with a room, and phones that check in to it, without a server. */

const origin = 'http://localhost:8080'
const contact = { phoneNumber: '12345678', permissions: [], createdAt: 1, updatedAt: 1 }

export type CheckInDeps = Pick<Deps, 'storage' | 'random' | 'relyingParty' | 'assertionVerifier' | 'installationKey'>

/** A browser: its cookies, and who is logged in. `screen`: of a browser whose requests are those of a paired screen. */
export type Phone = {
  readonly screen?: ScreenCaller
  /** Of a person who acts for an institute, with a passkey. */
  readonly staff?: Staff
  caller?: {
    readonly id: string
    readonly label: 'STD' | 'ORG'
    readonly sessionId: string
    readonly tokenHash?: string
    authenticatedAt: number
  }
  phoneToken?: string
  scanTicket?: string
  readonly address?: string
}

export function checkInDeps(storage: OpenStorage): CheckInDeps {
  return {
    storage,
    random: systemRandom,
    relyingParty: { id: 'localhost', name: 'Rollkey', origin },
    assertionVerifier: { verify: verifyAssertion },
    installationKey: createInstallationKey([randomBytes(32)]),
  }
}

export async function addInstitute(storage: OpenStorage, id: string, userHandle?: string): Promise<void> {
  const verified = { label: 'ORG', hasProfile: true, isEmailVerified: true } as const
  await storage.accounts.insert(makeAccount(id, { ...verified, ...(userHandle !== undefined && { userHandle }) }))
  const address = { addressLine1: 'Street', addressLine2: '', state: 'State', city: 'City' }
  await storage.organisations.insert({ id, name: `College ${id}`, email: `${id}@Example.org`, ...contact, ...address })
}

/** An institute with a passkey of its own. */
export async function addSigningInstitute(storage: OpenStorage, id: string): Promise<MadePasskey> {
  const passkey = await makePasskey(origin)
  await addInstitute(storage, id, passkey.userHandle)
  await insertPasskey(storage, id, passkey, await storage.now())
  return passkey
}

type GivenStudent = Partial<Pick<Student, 'firstName' | 'lastName' | 'rollNumber'>> & {
  /** Of the passkey. */
  readonly heldUntil?: number
  /** By default an hour ago. */
  readonly joinedAt?: number
}

/** A student with a passkey of their own, a member of the institutes. */
export async function addStudent(
  storage: OpenStorage,
  id: string,
  institutes: readonly string[],
  { firstName = 'Name', lastName = id, rollNumber = id, ...given }: GivenStudent = {},
): Promise<MadePasskey> {
  const passkey = await makePasskey(origin)
  const verified = { label: 'STD', hasProfile: true, isEmailVerified: true, userHandle: passkey.userHandle } as const
  await storage.accounts.insert(makeAccount(id, verified))
  await storage.students.insert({ id, email: `${id}@Example.org`, ...contact, firstName, lastName, rollNumber })
  const now = await storage.now()
  const { heldUntil = null, joinedAt = now - attendanceSessionMs } = given
  for (const organisationId of institutes) {
    const membership = { organisationId, studentId: id, joinedAt }
    await storage.transaction(({ memberships }) => memberships.insert(membership, canonicalRollNumber(rollNumber)))
  }
  await insertPasskey(storage, id, passkey, now, heldUntil)
  return passkey
}

/** An attendance session that starts now, by default with a room code. */
export async function startSession(
  storage: OpenStorage,
  organisationId: string,
  number: number,
  hasRoomCode = true,
): Promise<string> {
  const startedAt = await storage.now()
  const id = `session-${organisationId}-${number}`
  const session = {
    id,
    organisationId,
    groupId: organisationId,
    number,
    startedAt,
    endsAt: startedAt + attendanceSessionMs,
    starterSessionId: '',
  }
  await storage.attendance.insert(session)
  await storage.checkIns.setRoomCode(id, hasRoomCode)
  await storage.organisations.setClasses(organisationId, number, startedAt)
  await logAct(storage, {
    action: 'attendance.start',
    outcome: 'done',
    accountId: organisationId,
    facts: startFacts(session),
  })
  return id
}

export async function logPhoneIn(storage: OpenStorage, phone: Phone, id: string, label: 'STD' | 'ORG' = 'STD') {
  const now = await storage.now()
  const factors = label === 'ORG' ? (['password', 'passkey'] as const) : (['password'] as const)
  const token = systemRandom.secret()
  const sessionId = await insertLogin(storage, id, factors, token, now)
  phone.caller = { id, label, sessionId, tokenHash: hashSecret(token), authenticatedAt: now }
}

export function contextOf({ screen, staff, caller, phoneToken, scanTicket, address }: Phone): RequestContext {
  const session = caller && {
    id: caller.sessionId,
    authenticatedAt: caller.authenticatedAt,
    ...(staff && { factors: ['password', 'passkey'] as const }),
  }
  const made = caller && makeCaller(caller.id, caller.label, session)
  return makeContext({
    userAgent: 'phone',
    screen,
    caller: made && { ...made, tokenHash: caller?.tokenHash ?? made.tokenHash, staff },
    cookies: { phone: phoneToken, scanTicket },
    ...(address !== undefined && { address }),
  })
}

/** A student of 'institute' who acts for it, too, in a session with a passkey. */
export async function logStaffIn(
  storage: OpenStorage,
  accountId: string,
  role: StaffRole,
  title = '',
  holdsWhole = role === 'teacher',
): Promise<Phone & { readonly staff: Staff }> {
  const staff: Staff = {
    id: `${accountId} as ${role}`,
    organisationId: 'institute',
    accountId,
    name: accountId,
    title,
    role,
    holdsWhole,
    since: await storage.now(),
    until: null,
  }
  await insertStaff(storage, staff)
  const phone: Phone = { staff }
  await logPhoneIn(storage, phone, accountId)
  return { ...phone, staff }
}

/** A paired screen of the institute, or of a teacher's own, for an hour. */
export async function addScreen(
  storage: OpenStorage,
  organisationId: string,
  id: string,
  teacher?: { readonly staff: Staff },
): Promise<Phone> {
  const teacherId = teacher?.staff.accountId ?? null
  const now = await storage.now()
  const screen = { id, organisationId, name: `Room ${id}`, roomId: null, endsAt: now + attendanceSessionMs }
  const unused = { publicKey: '', addressPrefix: '', userAgent: '', counter: 0, signature: '', lastSeenAt: null }
  await storage.screens.insert(
    { ...screen, ...unused, approvedAt: now, endedBecause: null },
    `cookie of ${id}`,
    teacherId ?? organisationId,
  )
  return { screen: { ...screen, teacherId } }
}

/** What the display shows at this moment, `stepsAgo` steps before it. */
export async function readCode({ storage, installationKey }: CheckInDeps, sessionId: string, stepsAgo = 0) {
  const visit = await storage.checkIns.visitSession({ id: sessionId }, undefined)
  if (!visit) throw new Error('there is no such session')
  const step = stepAt(visit.session, await storage.now()) - stepsAgo
  return { session: publicIdOf(sessionId), code: makeRoomCode(installationKey, sessionId, step) }
}

/** Scans what the display shows; the phone keeps the cookies. */
export async function scan(deps: CheckInDeps, phone: Phone, sessionId: string): Promise<CheckInOffer> {
  return scanCode(deps, phone, await readCode(deps, sessionId))
}

export async function scanCode(
  deps: CheckInDeps,
  phone: Phone,
  code: Awaited<ReturnType<typeof readCode>> | { readonly code: string },
): Promise<CheckInOffer> {
  const { offer, ticket, phoneToken } = await scanRoomCode(deps, await enter('check-in.scan', contextOf(phone)), code)
  phone.scanTicket = ticket
  phone.phoneToken = phoneToken
  return offer as CheckInOffer
}

export async function beginAgain(deps: CheckInDeps, phone: Phone): Promise<CheckInOffer> {
  const { offer, ticket } = await beginByRoomCode(deps, await enter('check-in.room-code', contextOf(phone)))
  phone.scanTicket = ticket
  return offer as CheckInOffer
}

export function sign({ authenticator }: MadePasskey, { ceremony }: CheckInOffer): AuthenticationResponseJSON {
  if (!ceremony) throw new Error('the offer has no ceremony')
  return authenticator.assert(ceremony.options as PublicKeyCredentialRequestOptionsJSON)
}

export async function finish(
  deps: CheckInDeps,
  phone: Phone,
  { ceremony }: CheckInOffer,
  assertion: AuthenticationResponseJSON,
): Promise<FinishedCheckIn> {
  const { answer } = await finishByRoomCode(deps, await enter('check-in.room-code', contextOf(phone)), {
    checkInId: ceremony?.id ?? '',
    assertion: assertion as never,
  })
  return answer
}

/** The institute's own passkey is asked for a list. */
export async function beginHand(
  deps: CheckInDeps,
  office: Phone,
  list: { readonly session: string; readonly students: readonly string[]; readonly reason?: string },
): Promise<CheckInOffer> {
  const input = { reason: 'The phone was empty.', ...list, students: [...list.students] }
  return (await beginByHand(deps, await enter('check-in.hand', contextOf(office)), {
    way: 'hand',
    ...input,
  })) as CheckInOffer
}

export async function finishHand(
  deps: CheckInDeps,
  office: Phone,
  { ceremony }: CheckInOffer,
  assertion: AuthenticationResponseJSON,
): Promise<FinishedCheckIn> {
  return finishByInstitute(deps, await enter('check-in.screen', contextOf(office)), {
    checkInId: ceremony?.id ?? '',
    assertion: assertion as never,
  })
}

/** The institute's screen asks for the student with this roll number. */
export async function beginScreen(deps: CheckInDeps, screen: Phone, rollNumber: string): Promise<CheckInOffer> {
  return (await beginAtScreen(deps, await enter('check-in.screen', contextOf(screen)), {
    way: 'screen',
    rollNumber,
  })) as CheckInOffer
}

export async function finishScreen(
  deps: CheckInDeps,
  screen: Phone,
  { ceremony }: CheckInOffer,
  assertion: AuthenticationResponseJSON,
): Promise<FinishedCheckIn> {
  return finishByInstitute(deps, await enter('check-in.screen', contextOf(screen)), {
    checkInId: ceremony?.id ?? '',
    assertion: assertion as never,
  })
}

/** From the roll number to the mark. */
export async function checkInAtScreen(
  deps: CheckInDeps,
  screen: Phone,
  passkey: MadePasskey,
  rollNumber: string,
): Promise<FinishedCheckIn> {
  const offer = await beginScreen(deps, screen, rollNumber)
  return finishScreen(deps, screen, offer, sign(passkey, offer))
}

/** From the scan to the mark. */
export async function checkIn(
  deps: CheckInDeps,
  phone: Phone,
  passkey: MadePasskey,
  sessionId: string,
): Promise<FinishedCheckIn> {
  const offer = await scan(deps, phone, sessionId)
  return finish(deps, phone, offer, sign(passkey, offer))
}
