import type { Collection } from '#contract/identifiers.ts'
import type { Deps } from '../deps.ts'
import { event } from '../event.ts'
import { requestLimits } from '../limits/limit-table.ts'
import { loginMissKey } from '../limits/login-misses.ts'
import type { RequestContext } from '../request-context.ts'
import { viewOrganisation } from '../views/organisation-view.ts'
import type { ViewPage } from '../views/page.ts'
import type { ProfileView } from '../views/projections.ts'
import { viewStudent } from '../views/student-view.ts'
import { makeDecoyId } from './decoy.ts'

/**
 * The look-up before a login (protocol §11): whether a profile with this email exists, its id, and whether an
 * organisation has a passkey. An address with too many misses is not locked out, because a whole class may share it.
 * Instead its further misses look like hits, and the login after them fails like a wrong password.
 */
export async function lookUpAsGuest(
  { storage, decoyKey }: Pick<Deps, 'storage' | 'decoyKey'>,
  context: RequestContext,
  collection: Collection,
  canonicalEmail: string | undefined,
): Promise<ViewPage<ProfileView>> {
  const view = canonicalEmail === undefined ? undefined : await find(storage, collection, canonicalEmail)
  await recordLookUp(storage, context, canonicalEmail, view !== undefined)
  if (view) return { total: 1, views: [view] }
  const isDecoy = await earnsDecoy(context, canonicalEmail)
  if (!isDecoy || canonicalEmail === undefined) return { total: 0, views: [] }
  const id = makeDecoyId(decoyKey, collection, canonicalEmail)
  const decoy: ProfileView = { collection, id, shown: {}, system: undefined }
  return { total: 1, views: [decoy] }
}

/** Written for hits too, so that both take the same time. */
export async function recordLookUp(
  storage: Deps['storage'],
  context: RequestContext,
  canonicalEmail: string | undefined,
  isHit: boolean,
): Promise<void> {
  const outcome = isHit ? 'done' : 'refused'
  await event(storage, context, 'profile.look-up', { outcome, subject: loginMissKey(canonicalEmail ?? '') })
}

/** Counts one miss. True when it is beyond the limits, and has to be answered with a decoy. */
export async function earnsDecoy(context: RequestContext, canonicalEmail: string | undefined): Promise<boolean> {
  const { missesByAddress, missesByEmail } = requestLimits.lookUpAsGuest
  const ofAddress = await context.limiter.miss(missesByAddress, context.address)
  // An impossible email has no decoy: a hit for it would show that decoys are in use.
  if (canonicalEmail === undefined) return false
  const ofEmail = await context.limiter.miss(missesByEmail, canonicalEmail)
  return ofAddress.count > ofAddress.max || ofEmail.count > ofEmail.max
}

async function find(storage: Deps['storage'], collection: Collection, email: string): Promise<ProfileView | undefined> {
  if (collection === 'organisations') {
    const organisation = await storage.organisations.findByEmail(email)
    return organisation && viewOrganisation('guestLookUp', organisation)
  }
  const student = await storage.students.findByEmail(email)
  return student && viewStudent('guestLookUp', student, [])
}
