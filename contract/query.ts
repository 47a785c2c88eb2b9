/** The document query language (protocol §6), as far as it is supported. */

export const maxQueries = 5
export const maxQueryStringLength = 320
export const maxQueryValues = 25

/** Attributes that a look-up may use. */
export type LookUpAttribute = 'email' | 'rollNumber' | '$id'

/** Matches any of the values of any of the alternatives. */
export type LookUpCondition = readonly { readonly attribute: LookUpAttribute; readonly values: readonly string[] }[]

/** A parsed list request. Conditions are joined by AND. */
export type DocumentQuery = {
  readonly conditions: readonly LookUpCondition[]
  readonly limit: number
  readonly offset: number
  readonly direction: 'asc' | 'desc'
}
