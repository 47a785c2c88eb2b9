import { entryWithoutRequest } from '../audit/audit-log.ts'
import { type Misruled, nameMisruled } from '../audit/misruled.ts'
import { publishOrganisationUpdate, publishStudentUpdates } from '../changes/publish-profile-update.ts'
import type { Deps } from '../deps.ts'
import { Problem } from '../problem.ts'
import type { Miscounted } from './recount-stores.ts'

export type Recounted = {
  readonly classes: { readonly stored: number; readonly counted: number }
  readonly totals: readonly Miscounted[]
  readonly rulings: readonly Misruled[]
}

/**
 * Counts classes and totals of an institute again from its sessions and marks, and finds rulings about sessions of courses that
 * were made as those of a class. With `isApplied` it sets the numbers, and names the rulings in the log: they stay, and
 * `verify-data` counts them as repaired. Throws document_not_found.
 */
export async function recount(
  { storage }: Pick<Deps, 'storage'>,
  organisationId: string,
  isApplied: boolean,
): Promise<Recounted> {
  return storage.transaction(async (stores) => {
    await stores.organisations.lockMembers(organisationId)
    const classes = await stores.recounts.countClasses(organisationId)
    if (!classes) throw new Problem('document_not_found')
    const totals = await stores.recounts.listMiscounted(organisationId)
    const rulings = await stores.recounts.listMisruled(organisationId)
    const isRight = classes.stored === classes.counted && totals.length === 0 && rulings.length === 0
    if (isRight || !isApplied) return { classes, totals, rulings }
    const now = await stores.now()
    const students = totals.map(({ studentId }) => studentId)
    await stores.organisations.setClasses(organisationId, classes.counted, now)
    const right = totals.map(({ studentId, counted, expiryTime }) => ({ studentId, total: counted, expiryTime }))
    if (right.length > 0) await stores.memberships.saveTotal(organisationId, ...right)
    await stores.students.touch(students, now)
    await publishStudentUpdates(stores, students, organisationId, now)
    await publishOrganisationUpdate(stores, organisationId, now)
    const facts = {
      organisationId,
      classes: classes.counted,
      totals: totals.length,
      rulings: rulings.map(nameMisruled),
    }
    const event = { action: 'institute.recount', outcome: 'done', subject: organisationId, facts } as const
    await stores.audit.append(entryWithoutRequest(event, 'operator'))
    return { classes, totals, rulings }
  })
}
