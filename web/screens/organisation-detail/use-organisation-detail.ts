import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { idPattern } from '#contract/identifiers.ts'
import type { InstituteDocument } from '../../client/document-calls.ts'
import { documentAtOnce, getDocument } from '../../client/document-calls.ts'
import { RequestError } from '../../client/request-error.ts'
import { useAccount } from '../../session/session.ts'

/** One organisation by its code. An impossible code is answered here: it must not get into the address of a call. */
export function useOrganisationDetail(code: string): UseQueryResult<InstituteDocument> {
  const { $id } = useAccount()
  return useQuery({
    queryKey: ['organisation', $id, code],
    queryFn: async () => {
      const found = idPattern.test(code) ? await getDocument<InstituteDocument>('organisations', code) : undefined
      // Of other institutes the server returns only the name.
      if (found?.classes !== undefined) return found
      // Without a sentence: the screen has its own, and the catalogue is larger than the screen.
      throw new RequestError('', 'document_not_found', 404)
    },
    initialData: () => {
      const found = documentAtOnce<InstituteDocument>('organisations', code)
      return found?.classes === undefined ? undefined : found
    },
  })
}
