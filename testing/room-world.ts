import { randomBytes } from 'node:crypto'
import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { CheckInOffer, FinishedCheckIn } from '#contract/check-in.ts'
import { attendanceSessionMs } from '#contract/rules.ts'
import { createInstallationKey } from '#server/adapters/keys/installation-key.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { publicIdOf } from '#server/domain/attendance/session-id.ts'
import { startDetail } from '#server/domain/audit/comparable-details.ts'
import { beginAtScreen } from '#server/domain/check-ins/begin-at-screen.ts'
import { beginByHand } from '#server/domain/check-ins/begin-by-hand.ts'
import { beginByRoomCode, scanRoomCode } from '#server/domain/check-ins/begin-by-room-code.ts'
import { finishByInstitute } from '#server/domain/check-ins/finish-by-institute.ts'
import { finishCheckIn } from '#server/domain/check-ins/finish-check-in.ts'
import { makeRoomCode, stepAt } from '#server/domain/check-ins/room-code.ts'
import type { Deps } from '#server/domain/deps.ts'
import { verifyAssertion } from '#server/domain/passkeys/verify-assertion.ts'
import type { RequestContext, ScreenCaller } from '#server/domain/request-context.ts'
import type { OpenStorage } from '#server/storage/opened-storage.ts'
import { insertLogin } from './insert-login.ts'
import { logAct } from './log-act.ts'
import { insertPasskey, type MadePasskey, makePasskey } from './make-passkey.ts'
import { makeAccount } from './open-test-storage.ts'

/** An institute with a room, and phones that check in to it, without a server. */

const origin = 'http://localhost:8080'
const contact = { phoneNumber: '12345678', permissions: [], createdAt: 1, updatedAt: 1 }

export type CheckInDeps = Pick<Deps, 'storage' | 'random' | 'relyingParty' | 'assertionVerifier' | 'installationKey'>

/** A browser: its cookies, and who is logged in. `screen`: of a browser whose requests are those of a paired screen. */
export type Phone = {
  readonly screen?: ScreenCaller
  caller?: { readonly id: string; readonly label: 'STD' | 'ORG'; readonly sessionId: string; authenticatedAt: number }
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

/** A student with a passkey of their own, a member of the institutes. */
export async function addStudent(
  storage: OpenStorage,
  id: string,
  institutes: readonly string[],
  heldUntil: number | null = null,
): Promise<MadePasskey> {
  const passkey = await makePasskey(origin)
  const verified = { label: 'STD', hasProfile: true, isEmailVerified: true, userHandle: passkey.userHandle } as const
  await storage.accounts.insert(makeAccount(id, verified))
  const names = { firstName: 'Name', lastName: id, rollNumber: id }
  await storage.students.insert({ id, email: `${id}@Example.org`, ...contact, ...names })
  const now = await storage.now()
  for (const organisationId of institutes) {
    const membership = { organisationId, studentId: id, joinedAt: now - attendanceSessionMs }
    await storage.transaction(({ memberships }) => memberships.insert(membership, id.toUpperCase()))
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
  await logAct(storage, { action: 'attendance.start', accountId: organisationId, detail: startDetail(session) })
  return id
}

export async function logPhoneIn(storage: OpenStorage, phone: Phone, id: string, label: 'STD' | 'ORG' = 'STD') {
  const now = await storage.now()
  const factors = label === 'ORG' ? (['password', 'passkey'] as const) : (['password'] as const)
  const sessionId = await insertLogin(storage, id, factors, systemRandom.secret(), now)
  phone.caller = { id, label, sessionId, authenticatedAt: now }
}

export function contextOf({ screen, caller, phoneToken, scanTicket, address = '192.0.2.7' }: Phone): RequestContext {
  return {
    requestId: 'request',
    address,
    userAgent: 'phone',
    screen,
    caller: caller && {
      account: makeAccount(caller.id, { label: caller.label, hasProfile: true, isEmailVerified: true }),
      session: {
        id: caller.sessionId,
        accountId: caller.id,
        factors: caller.label === 'ORG' ? ['password', 'passkey'] : ['password'],
        authenticatedAt: caller.authenticatedAt,
      },
    },
    registeringAccountId: undefined,
    preLoginToken: undefined,
    browserToken: undefined,
    phoneToken,
    scanTicket,
    limiter: {
      count: async () => undefined,
      attempt: async (_counted: unknown, run: () => Promise<unknown>) => run(),
    },
    auditBudget: { admit: () => true },
  } as unknown as RequestContext
}

/** A paired screen of the institute, for an hour. */
export async function addScreen(storage: OpenStorage, organisationId: string, id: string): Promise<Phone> {
  const now = await storage.now()
  const screen = { id, organisationId, name: `Room ${id}`, endsAt: now + attendanceSessionMs }
  const unused = { publicKey: '', addressPrefix: '', userAgent: '', counter: 0, signature: '', lastSeenAt: null }
  await storage.screens.insert({ ...screen, ...unused, approvedAt: now, endedBecause: null }, `cookie of ${id}`)
  return { screen }
}

/** What the display shows at this moment, `stepsAgo` steps before it. */
export async function readCode({ storage, installationKey }: CheckInDeps, sessionId: string, stepsAgo = 0) {
  const room = await storage.checkIns.findRoom(sessionId)
  if (!room) throw new Error('there is no such session')
  const step = stepAt(room, await storage.now()) - stepsAgo
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
  const { offer, ticket, phoneToken } = await scanRoomCode(deps, contextOf(phone), code)
  phone.scanTicket = ticket
  phone.phoneToken = phoneToken
  return offer as CheckInOffer
}

export async function beginAgain(deps: CheckInDeps, phone: Phone): Promise<CheckInOffer> {
  const { offer, ticket } = await beginByRoomCode(deps, contextOf(phone))
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
  const { answer } = await finishCheckIn(deps, contextOf(phone), ceremony?.id ?? '', assertion as never)
  return answer
}

/** The institute's own passkey is asked for a list. */
export async function beginHand(
  deps: CheckInDeps,
  office: Phone,
  list: { readonly session: string; readonly students: readonly string[]; readonly reason?: string },
): Promise<CheckInOffer> {
  const input = { reason: 'The phone was empty.', ...list, students: [...list.students] }
  return (await beginByHand(deps, contextOf(office), { way: 'hand', ...input })) as CheckInOffer
}

export async function finishHand(
  deps: CheckInDeps,
  office: Phone,
  { ceremony }: CheckInOffer,
  assertion: AuthenticationResponseJSON,
): Promise<FinishedCheckIn> {
  return finishByInstitute(deps, contextOf(office), ceremony?.id ?? '', assertion as never)
}

/** The institute's screen asks for the student with this roll number. */
export async function beginScreen(deps: CheckInDeps, screen: Phone, rollNumber: string): Promise<CheckInOffer> {
  return (await beginAtScreen(deps, contextOf(screen), { way: 'screen', rollNumber })) as CheckInOffer
}

export async function finishScreen(
  deps: CheckInDeps,
  screen: Phone,
  { ceremony }: CheckInOffer,
  assertion: AuthenticationResponseJSON,
): Promise<FinishedCheckIn> {
  return finishByInstitute(deps, contextOf(screen), ceremony?.id ?? '', assertion as never)
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
