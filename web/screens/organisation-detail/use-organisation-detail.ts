import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { idPattern } from '#contract/identifiers.ts'
import type { OrganisationAttributes } from '#contract/organisation.ts'
import { problems } from '#contract/problems.ts'
import { getDocument } from '../../client/document-calls.ts'
import { RequestError } from '../../client/request-error.ts'
import { useAccount } from '../../session/session.ts'

/** An organisation as one of its students sees it. */
export type OrganisationDetails = Pick<
  OrganisationAttributes,
  'name' | 'email' | 'phoneNumber' | 'addressLine1' | 'addressLine2' | 'city' | 'state' | 'classes'
> & { readonly $id: string }

/** One organisation by its code. An impossible code is answered here: it must not get into the address of a call. */
export function useOrganisationDetail(code: string): UseQueryResult<OrganisationDetails> {
  const { $id } = useAccount()
  return useQuery({
    queryKey: ['organisation', $id, code],
    queryFn: async () => {
      const found = idPattern.test(code) ? await getDocument<OrganisationDetails>('organisations', code) : undefined
      // Of other institutes the server returns only the name.
      if (found?.classes !== undefined) return found
      const { message, status } = problems.document_not_found
      throw new RequestError(message, 'document_not_found', status)
    },
  })
}
