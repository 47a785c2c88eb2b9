import type { InstituteSettings, InstituteSettingsChange } from '#contract/settings.ts'
import { record } from '../audit/record.ts'
import { publishOrganisationUpdate } from '../changes/publish-profile-update.ts'
import type { Deps } from '../deps.ts'
import { enter } from '../doors.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { requireActor } from './acting-for.ts'

/** What the calling organisation has chosen for its screens and times. Throws document_not_found without a profile. */
export async function readInstituteSettings(
  { storage }: Pick<Deps, 'storage'>,
  context: RequestContext,
): Promise<InstituteSettings> {
  await enter('settings.view', context)
  const settings = await storage.organisations.readSettings(requireActor(context).organisationId)
  if (!settings) throw new Problem('document_not_found')
  return settings
}

/**
 * Changes what is named and leaves the rest. Needs a step-up (rules §5.7). Throws step-up-needed; document_not_found
 * without a profile.
 */
export async function changeInstituteSettings(
  { storage }: Pick<Deps, 'storage'>,
  context: RequestContext,
  change: InstituteSettingsChange,
): Promise<InstituteSettings> {
  const door = await enter('settings.change', context)
  const { organisationId } = requireActor(context)
  return storage.transaction(async (stores) => {
    await stores.organisations.lockMembers(organisationId)
    const now = await stores.now()
    const confirmed = door.stepUp(now)
    const before = await stores.organisations.readSettings(organisationId)
    if (!before) throw new Problem('document_not_found')
    const settings = { ...before, ...change }
    const changed = describeChange(before, settings)
    if (changed !== '') {
      await stores.organisations.saveSettings(organisationId, settings, now)
      await publishOrganisationUpdate(stores, organisationId, now)
    }
    await record(stores, confirmed, {
      action: 'settings.change',
      outcome: changed === '' ? 'unchanged' : 'done',
      detail: changed === '' ? null : changed,
    })
    return settings
  })
}

/** All are names of fixed lists: nothing that a person has made up. */
function describeChange(before: InstituteSettings, { timeZone, displayNames, ways }: InstituteSettings): string {
  return [
    ...(timeZone === before.timeZone ? [] : [`time zone ${timeZone ?? 'of each reader'}`]),
    ...(displayNames === before.displayNames ? [] : [`names on displays ${displayNames}`]),
    ...(ways.length === before.ways.length ? [] : [`ways ${ways.join(' and ')}`]),
  ].join(', ')
}
