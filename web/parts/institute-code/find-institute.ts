import { codeLength, formatInstituteCode, idPattern, normaliseInstituteCode } from '#contract/identifiers.ts'
import { getDocument } from '../../client/document-calls.ts'
import { isRequestError } from '../../client/request-error.ts'

/** What a guest learns about an institute by its code. */
export type InstituteLookUp = { readonly $id: string; readonly name: string }

/** True when a whole institute code has been typed, so that the server can be asked for its name. */
export function isWholeCode(typed: string): boolean {
  const id = normaliseInstituteCode(typed)
  return id.length === codeLength && formatInstituteCode(id) !== id
}

/** Query of the institute for the typed code; null when there is none (spec §5: 'Invalid org-code'). */
export function instituteQuery(typed: string) {
  const id = normaliseInstituteCode(typed)
  return {
    queryKey: ['institute', id],
    queryFn: async (): Promise<InstituteLookUp | null> => {
      // Text that cannot be an id would address another call.
      if (!idPattern.test(id)) return null
      try {
        return await getDocument<InstituteLookUp>('organisations', id)
      } catch (error) {
        if (isRequestError(error, 'document_not_found')) return null
        throw error
      }
    },
    staleTime: 60_000,
  }
}
