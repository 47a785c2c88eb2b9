import type { InstituteLookUp, ProfileLookUp } from '#contract/before-login.ts'
import type { Label } from '#contract/identifiers.ts'
import { callProduct } from './call-product.ts'

/** What forms ask before they are sent. A miss is an answer. */

/** One question for both tabs of the login. */
export function lookUpProfile(category: Label, email: string): Promise<ProfileLookUp> {
  return callProduct('POST /profiles/look-up', {}, { email, category })
}

/** The institute with this code, or null. */
export async function lookUpInstitute(code: string): Promise<InstituteLookUp['institute']> {
  return (await callProduct('POST /institutes/look-up', {}, { code })).institute
}

/** False as well when there is no answer: the server judges the password again when the form is sent. */
export async function isCommonPassword(password: string): Promise<boolean> {
  try {
    return (await callProduct('POST /passwords/check', {}, { password })).isCommon
  } catch {
    return false
  }
}
