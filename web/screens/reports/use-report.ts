import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { type AddressValues, productAddress } from '#contract/addresses.ts'
import type { ProductAnswer, ProductQuery } from '../../client/call-product.ts'
import { addressWith, type ProductRead, readProduct } from '../../client/read-product.ts'
import { reportsKey } from '../../live/live-keys.ts'
import { useInstitute } from '../../session/session.ts'

/** One report; the previous data stays until the new data is loaded. No request while `isOff`. */
export function useReport<Name extends ProductRead>(
  name: Name,
  values: AddressValues<Name>,
  query: ProductQuery<Name>,
  isOff = false,
): UseQueryResult<ProductAnswer<Name>> {
  const { $id } = useInstitute()
  const path = productAddress(name, values)
  return useQuery({
    queryKey: [...reportsKey($id), path, addressWith(path, query)],
    queryFn: () => readProduct(name, values, query),
    enabled: !isOff,
    // Another student's numbers must not be shown under this one's name.
    placeholderData: (before, query) => (query?.queryKey.includes(path) ? before : undefined),
  })
}
