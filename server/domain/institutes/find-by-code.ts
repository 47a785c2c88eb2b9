import { normaliseInstituteCode } from '#contract/identifiers.ts'
import type { Storage } from '../ports.ts'
import type { Organisation } from '../profiles/stores.ts'

/** Finds an organisation by a code as a person typed it, or by the id that its client chose. */
export async function findByCode(
  storage: Pick<Storage, 'organisations'>,
  typed: string,
): Promise<Organisation | undefined> {
  const code = normaliseInstituteCode(typed)
  const found = await storage.organisations.find(code)
  return found || code === typed ? found : storage.organisations.find(typed)
}
