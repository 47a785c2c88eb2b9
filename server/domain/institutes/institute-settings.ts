import type { InstituteSettings, InstituteSettingsChange } from '#contract/settings.ts'
import { hasRoomCode } from '#contract/ways.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { namePeople } from '../name-people.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { KeptSettings } from '../profiles/stores.ts'

/** What the calling organisation has chosen for its screens and times. Throws document_not_found without a profile. */
export async function readInstituteSettings(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'settings.view'>,
): Promise<InstituteSettings> {
  const { organisationId } = door.actor
  const settings = await storage.organisations.readSettings(organisationId)
  if (!settings) throw new Problem('document_not_found')
  return describe(storage, organisationId, settings)
}

/** Who changed them last is named where it was a person. */
async function describe(
  stores: Pick<Stores, 'staff'>,
  organisationId: string,
  { changedBy, changedAt, ...settings }: KeptSettings,
): Promise<InstituteSettings> {
  if (changedBy === null || changedAt === null) return settings
  const by = (await namePeople(stores, organisationId, [changedBy]))(changedBy, changedAt)
  return by ? { ...settings, changed: { at: changedAt, by } } : settings
}

/**
 * Changes what is named and leaves the rest. Needs a step-up (rules §5.7). Throws step-up-needed; document_not_found
 * without a profile.
 */
export async function changeInstituteSettings(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'settings.change'>,
  change: InstituteSettingsChange,
): Promise<InstituteSettings> {
  const { organisationId, by } = door.actor
  return storage.transaction(async (stores) => {
    await stores.organisations.lockMembers(organisationId)
    const now = await stores.now()
    const confirmed = door.stepUp(now)
    const before = await stores.organisations.readSettings(organisationId)
    if (!before) throw new Problem('document_not_found')
    const wanted = { ...before, ...change }
    const changed = findChanged(before, wanted)
    const isChanged = Object.keys(changed).length > 0
    if (isChanged) {
      await stores.organisations.saveSettings(organisationId, wanted, by.id, now)
    }
    await event(stores, confirmed, 'settings.change', {
      outcome: isChanged ? 'done' : 'unchanged',
      facts: { organisationId, ...changed },
      at: now,
    })
    return describe(stores, organisationId, isChanged ? { ...wanted, changedBy: by.id, changedAt: now } : before)
  })
}

/** All are names of fixed lists: nothing that a person has made up. */
function findChanged(before: InstituteSettings, { timeZone, displayNames, ways }: InstituteSettings) {
  return {
    ...(timeZone !== before.timeZone && { timeZone }),
    ...(displayNames !== before.displayNames && { displayNames }),
    ...(hasRoomCode(ways) !== hasRoomCode(before.ways) && { ways }),
  }
}
