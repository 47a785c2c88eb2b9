import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import type { AddressValues } from '#contract/addresses.ts'
import type { ProductAnswer, ProductQuery } from '../client/call-product.ts'
import { type ProductRead, readAtOnce, readProduct } from '../client/read-product.ts'
import { AccountContext, ownIdOf } from '../session/session.ts'

type ReadOptions<Answer> = Pick<
  UseQueryOptions<Answer, Error, Answer, readonly unknown[]>,
  'enabled' | 'refetchInterval' | 'placeholderData'
>

/** What a call answers that reads, by the call's name. All that is read by one name has a key that begins with it. */
export function useRead<Name extends ProductRead>(
  name: Name,
  ids: AddressValues<Name>,
  query?: ProductQuery<Name>,
  options: ReadOptions<ProductAnswer<Name>> = {},
): UseQueryResult<ProductAnswer<Name>> {
  return useQuery({ ...options, ...useReadOf(name, ids, query) })
}

/** The key and the call of a read, and what it has answered already. Another account, or institute, never sees what this one has read. */
export function useReadOf<Name extends ProductRead>(name: Name, ids: AddressValues<Name>, query?: ProductQuery<Name>) {
  const account = useContext(AccountContext)
  const owner = account && ownIdOf(account, 'ORG')
  return {
    queryKey: [name, owner, ids, query] as const,
    queryFn: (): Promise<ProductAnswer<Name>> => readProduct(name, ids, query ?? {}),
    initialData: () => readAtOnce(name, ids, query ?? {}),
  }
}
