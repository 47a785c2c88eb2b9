import type { InstituteLookUp } from '#contract/before-login.ts'
import { idPattern, normaliseInstituteCode } from '#contract/identifiers.ts'
import { lookUpInstitute } from '../../client/form-checks.ts'

/** The institute that has a code. */
export type FoundInstitute = NonNullable<InstituteLookUp['institute']>

/** Query of the institute for the typed code; null when there is none (spec §5: 'Invalid org-code'). */
export function instituteQuery(typed: string) {
  const id = normaliseInstituteCode(typed)
  return {
    queryKey: ['institute', id],
    queryFn: async (): Promise<FoundInstitute | null> => (idPattern.test(id) ? lookUpInstitute(id) : null),
    staleTime: 60_000,
  }
}
