import { type AddressValues, productAddress } from '#contract/addresses.ts'
import { type ProductAnswer, type ProductCall, type ProductQuery, requestProduct } from './call-product.ts'
import { takeSettledRead } from './first-reads.ts'

/** Calls that only read. */
export type ProductRead = Extract<ProductCall, `GET ${string}`>

/** What a call that reads by a query answers. Throws what every refused request throws. */
export function readProduct<Name extends ProductRead>(
  name: Name,
  values: AddressValues<Name>,
  query: ProductQuery<Name> | Readonly<Record<string, never>>,
): Promise<ProductAnswer<Name>> {
  return requestProduct('GET', addressWith(productAddress(name, values), query))
}

/** The same, if the page's first script has read it. */
export function readAtOnce<Name extends ProductRead>(
  name: Name,
  values: AddressValues<Name>,
  query: ProductQuery<Name> | Readonly<Record<string, never>>,
): ProductAnswer<Name> | undefined {
  return takeSettledRead(addressWith(productAddress(name, values), query))
}

/** An address with its query; what is undefined or empty is left out. */
export function addressWith(address: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const parts = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  return parts.length === 0
    ? address
    : `${address}?${new URLSearchParams(parts.map(([name, value]) => [name, String(value)]))}`
}
