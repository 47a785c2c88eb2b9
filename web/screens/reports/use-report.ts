import type { UseQueryResult } from '@tanstack/react-query'
import type { AddressValues } from '#contract/addresses.ts'
import type { ProductAnswer, ProductQuery } from '../../client/call-product.ts'
import type { ProductRead } from '../../client/read-product.ts'
import { useRead } from '../../kit/use-read.ts'

/** One report; the previous data stays until the new data is loaded. No request while `isOff`. */
export function useReport<Name extends ProductRead>(
  name: Name,
  values: AddressValues<Name>,
  query: ProductQuery<Name>,
  isOff = false,
): UseQueryResult<ProductAnswer<Name>> {
  return useRead(name, values, query, {
    enabled: !isOff,
    // Another student's numbers must not be shown under this one's name.
    placeholderData: (before, last) =>
      JSON.stringify(last?.queryKey[2]) === JSON.stringify(values) ? before : undefined,
  })
}
