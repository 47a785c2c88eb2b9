import { normaliseInstituteCode } from '#contract/identifiers.ts'
import type { ApproveScreenInput } from '#contract/screens.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { requestLimits } from '../limits/limit-table.ts'
import { mailAtOnce } from '../mail/mail-at-once.ts'
import { authorise } from '../permissions.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { Confirmed } from '../step-up-asked.ts'
import { findMidnight, listEnds } from './midnights.ts'
import type { Screen, WaitingPairing } from './stores.ts'

/** Screens of one institute at a time that have not ended. */
const maxScreens = 100

/** A screen that waits for its approval, as the person who typed its code is shown it. */
export type FoundScreen = {
  readonly pairing: WaitingPairing
  readonly isSameNetwork: boolean
  readonly ends: ReturnType<typeof listEnds>
  readonly now: number
}

/**
 * Finds the screen whose code a person has typed. Needs a step-up (rules §5.7). Throws step-up-needed,
 * screen-code-wrong, general_rate_limit_exceeded.
 */
export async function lookUpScreen(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'screens.approve'>,
  input: { readonly code: string; readonly timeZone: string },
): Promise<FoundScreen> {
  const { organisationId, by } = door.actor
  const confirmed = door.stepUp(await storage.now())
  const found = await findByCode(storage, confirmed, by.id, input.code)
  const { pairing, now } = found
  const timeZone = await readTimeZone(storage, organisationId, input.timeZone)
  return { pairing, isSameNetwork: pairing.addressPrefix === door.address, ends: listEnds(now, timeZone), now }
}

/**
 * Lets a browser be a screen of the calling institute until a midnight; no teacher gives it to a room. Needs a step-up (rules §5.7). The institute is
 * told by mail. Throws step-up-needed, screen-code-wrong, too-many-screens, general_rate_limit_exceeded.
 */
export async function approveScreen(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  door: Door<'screens.approve'>,
  input: ApproveScreenInput,
): Promise<void> {
  const { roomId = null } = input
  if (roomId !== null) authorise('screens.room', door)
  const { organisationId, by } = door.actor
  const confirmed = door.stepUp(await storage.now())
  const { pairing: found } = await findByCode(storage, confirmed, by.id, input.code)
  await storage.transaction(async (stores) => {
    await stores.organisations.lockMembers(organisationId)
    const now = await stores.now()
    door.stepUp(now)
    const paired = (await stores.screens.list(organisationId)).filter(({ endedBecause }) => endedBecause === null)
    if (paired.length >= maxScreens) throw new Problem('too-many-screens')
    const pairing = await stores.screens.takeWaiting(found.code)
    if (!pairing) throw new Problem('screen-code-wrong')
    const { publicKey, addressPrefix, userAgent, tokenHash } = pairing
    const screen: Screen = {
      id: random.id(),
      organisationId,
      name: input.name,
      roomId: await findRoom(stores, organisationId, roomId),
      publicKey,
      addressPrefix,
      userAgent,
      approvedAt: now,
      endsAt: findMidnight(now, await readTimeZone(stores, organisationId, input.timeZone), input.days),
      lastSeenAt: null,
      counter: 0,
      signature: '',
      endedBecause: null,
    }
    await stores.screens.insert(screen, tokenHash, by.id)
    await mailAtOnce(stores, 'screen-paired', by)
    const facts = { organisationId }
    await event(stores, confirmed, 'screen.approve', { subject: screen.id, facts })
  })
}

/** Throws document_not_found for a room that is not the institute's. */
export async function findRoom(
  { courses }: Pick<Stores, 'courses'>,
  organisationId: string,
  roomId: string | null,
): Promise<string | null> {
  if (roomId === null) return null
  if (!(await courses.lockRoom(organisationId, roomId))) throw new Problem('document_not_found')
  return roomId
}

/** Wrong codes count against the account. */
async function findByCode(
  { screens }: Pick<Stores, 'screens'>,
  { limiter }: Confirmed,
  accountId: string,
  typed: string,
): Promise<{ pairing: WaitingPairing; now: number }> {
  const counted = [[requestLimits.approveScreen.byAccount, accountId]] as const
  const look = () => screens.findWaiting(normaliseInstituteCode(typed))
  const found = await limiter.attempt(counted, look, (result) => result === undefined)
  if (!found) throw new Problem('screen-code-wrong')
  return found
}

async function readTimeZone(
  { organisations }: Pick<Stores, 'organisations'>,
  organisationId: string,
  ofBrowser: string,
): Promise<string> {
  return (await organisations.readSettings(organisationId))?.timeZone ?? ofBrowser
}
