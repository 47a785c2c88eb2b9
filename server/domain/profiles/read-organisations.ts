import type { InstituteLookUp } from '#contract/before-login.ts'
import { normaliseInstituteCode } from '#contract/identifiers.ts'
import { requireActor } from '../acting-for.ts'
import { record } from '../audit/record.ts'
import { callerKindOf } from '../callers.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { findByCode } from '../institutes/find-by-code.ts'
import { requestLimits } from '../limits/limit-table.ts'
import { Problem } from '../problem.ts'
import { type RequestContext, requireCaller } from '../request-context.ts'
import { viewOrganisation, viewOwnOrganisation } from '../views/organisation-view.ts'
import type { Page, ViewPage } from '../views/page.ts'
import type { OrganisationView, ProfileView } from '../views/projections.ts'
import { nameDecoy } from './decoy.ts'
import { lookUpAsGuest } from './look-up-as-guest.ts'
import type { Organisation } from './stores.ts'

export type ReadDeps = Pick<Deps, 'storage' | 'decoyKey'>

/** One organisation, with what the caller may see of it. Accepts codes in any spelling. Throws document_not_found. */
export async function getOrganisation(
  deps: ReadDeps,
  door: Door<'organisations.get'>,
  id: string,
): Promise<ProfileView> {
  if (!door.caller) return getOrganisationAsGuest(deps, door, id)
  const { storage } = deps
  const organisation = await findByCode(storage, id)
  if (!organisation) throw new Problem('document_not_found')
  if (callerKindOf(door) === 'STD') {
    const membership = await storage.memberships.find(organisation.id, door.caller.account.id)
    return viewOrganisation(membership ? 'member' : 'studentElsewhere', organisation)
  }
  if (organisation.id === requireActor(door).organisationId) return viewOwnOrganisation(storage, organisation)
  return viewOrganisation('otherOrganisation', organisation)
}

/** The check of an institute code at registration: the form shows the institute's name. A decoy has a name, too. */
async function getOrganisationAsGuest(deps: ReadDeps, context: RequestContext, id: string): Promise<ProfileView> {
  const view = await findInstituteAsGuest(deps, context, id)
  if (!view) throw new Problem('document_not_found')
  return view
}

async function findInstituteAsGuest(
  { storage, decoyKey }: ReadDeps,
  context: RequestContext,
  id: string,
): Promise<OrganisationView | undefined> {
  const organisation = await findByCode(storage, id)
  // Computed for real organisations as well, so that both take the same time.
  const code = normaliseInstituteCode(id)
  const name = nameDecoy(decoyKey, code)
  if (organisation) return viewOrganisation('guest', organisation)
  if (name !== undefined) return { collection: 'organisations', id: code, shown: { name }, system: undefined }
  await context.limiter.miss(requestLimits.lookUpAsGuest.missesByAddress, context.address)
  await record(storage, context, { action: 'profile.look-up', outcome: 'refused', facts: { by: 'institute-code' } })
  return undefined
}

/**
 * The institute with this code, as a form asks before it is sent: what a guest may see of it, or null. The code may
 * have any form.
 */
export async function lookUpInstitute(
  deps: ReadDeps,
  door: Door<'institutes.look-up'>,
  { code }: { readonly code: string },
): Promise<InstituteLookUp> {
  const view = await findInstituteAsGuest(deps, door, code)
  return { institute: view ? { id: view.id, name: view.shown.name ?? '' } : null }
}

/** The caller's organisations: a student's institutes, or the organisation itself. */
export async function listOrganisations(
  { storage }: ReadDeps,
  door: Door<'organisations.list'>,
  page: Page,
): Promise<ViewPage<ProfileView>> {
  if (callerKindOf(door) === 'STD') {
    const { id } = door.caller.account
    const { total, organisations } = await storage.organisations.listOfStudent(id, page)
    return { total, views: organisations.map((organisation) => viewOrganisation('member', organisation)) }
  }
  const own = await storage.organisations.find(requireActor(door).organisationId)
  return own && page.offset === 0
    ? { total: 1, views: [await viewOwnOrganisation(storage, own)] }
    : { total: own ? 1 : 0, views: [] }
}

/**
 * Tells the login screen whether an organisation with this email exists. A signed-in caller finds only organisations
 * that they may see anyway.
 */
export async function lookUpOrganisationByEmail(
  deps: ReadDeps,
  door: Door<'organisations.look-up-by-email'>,
  canonicalEmails: readonly string[],
  direction: Page['direction'],
): Promise<ViewPage<ProfileView>> {
  if (!door.caller) return lookUpAsGuest(deps, door, 'organisations', canonicalEmails[0])
  const views: ProfileView[] = []
  for (const found of await deps.storage.organisations.listByEmails(canonicalEmails, direction)) {
    const view = await viewOwnOrMember(deps.storage, door, found)
    if (view) views.push(view)
  }
  return { total: views.length, views }
}

async function viewOwnOrMember(
  storage: Deps['storage'],
  context: RequestContext,
  found: Organisation,
): Promise<ProfileView | undefined> {
  if (callerKindOf(context) !== 'STD') {
    return found.id === requireActor(context).organisationId ? viewOwnOrganisation(storage, found) : undefined
  }
  const isMember = await storage.memberships.find(found.id, requireCaller(context).account.id)
  return isMember ? viewOrganisation('member', found) : undefined
}
