import type { DisplayNames } from '#contract/display-names.ts'
import { joinNames } from '#contract/text-fields.ts'

/** A student as every screen shows it that a class can see: 'Ananya K.' or the whole name. */
export function nameOnDisplay(
  { firstName, lastName }: { readonly firstName: string; readonly lastName: string },
  names: DisplayNames,
): string {
  const [initial] = lastName
  return names === 'full' || initial === undefined ? joinNames(firstName, lastName) : `${firstName} ${initial}.`
}
