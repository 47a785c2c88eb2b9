/** The addresses of calls: their prefixes, and how the rest is made from a call's name. */

/** The calls of the Appwrite client protocol, and the product's own. */
export const prefixes = { appwrite: '/v1', product: '/api/v1' } as const

/** The values in the address of a call: for 'PATCH /passkeys/:passkeyId' a `passkeyId`. */
export type AddressValues<Name extends string> = {
  readonly [Part in PartOf<Name>]: string
}
type PartOf<Name extends string> = Name extends `${string}/:${infer Part}/${infer Rest}`
  ? Part | PartOf<`/${Rest}`>
  : Name extends `${string}/:${infer Part}`
    ? Part
    : never

/** The address of one of the product's calls, named as in contract/product-calls.ts. */
export function productAddress<const Name extends string>(name: Name, values: AddressValues<Name>): string {
  return prefixes.product + fillPath(name, values)
}

/** The address of a call of the client protocol, named as in contract/appwrite-calls.ts. */
export function appwriteAddress<const Name extends string>(name: Name, values: AddressValues<Name>): string {
  return prefixes.appwrite + fillPath(name, values)
}

function fillPath(name: string, values: Readonly<Record<string, string>>): string {
  const path = name.slice(name.indexOf(' ') + 1)
  return path.replace(/:(\w+)/g, (_, part: string) => encodeURIComponent(values[part] ?? ''))
}
