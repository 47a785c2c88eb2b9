import type { ImportDoubles } from '#contract/imports.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { Problem } from '../problem.ts'

/**
 * The new lines of a plan that may be someone who is there already: by an email, a number with zeros before it, or a name. Nothing
 * is joined. Throws document_not_found.
 */
export async function listNewDoubles(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'imports.view'>,
  { importId: id }: { readonly importId: string },
): Promise<ImportDoubles> {
  const { organisationId } = door.actor
  if (!(await storage.imports.find(organisationId, id))) throw new Problem('document_not_found')
  return storage.rosters.readNewDoubles(organisationId, id)
}
