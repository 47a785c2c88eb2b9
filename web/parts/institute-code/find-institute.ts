import type { InstituteLookUp } from '#contract/before-login.ts'
import { codeLength, formatInstituteCode, idPattern, normaliseInstituteCode } from '#contract/identifiers.ts'
import { codeParameter } from '#contract/paths.ts'
import { lookUpInstitute } from '../../client/form-checks.ts'

/** The institute that has a code. */
export type FoundInstitute = NonNullable<InstituteLookUp['institute']>

/** True when a whole institute code has been typed, so that the server can be asked for its name. */
export function isWholeCode(typed: string): boolean {
  const id = normaliseInstituteCode(typed)
  return id.length === codeLength && formatInstituteCode(id) !== id
}

/** The code that a join link brings, in the form for reading; empty for anything else. */
export function readJoinCode(query: URLSearchParams): string {
  const code = normaliseInstituteCode(query.get(codeParameter) ?? '')
  return isWholeCode(code) ? formatInstituteCode(code) : ''
}

/** Query of the institute for the typed code; null when there is none (spec §5: 'Invalid org-code'). */
export function instituteQuery(typed: string) {
  const id = normaliseInstituteCode(typed)
  return {
    queryKey: ['institute', id],
    queryFn: async (): Promise<FoundInstitute | null> => (idPattern.test(id) ? lookUpInstitute(id) : null),
    staleTime: 60_000,
  }
}
