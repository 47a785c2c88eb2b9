import { z } from 'zod'
import type { Collection } from '#contract/identifiers.ts'
import { defaultPageSize, maxPageSize } from '#contract/rules.ts'
import { isWellFormedText } from '#contract/text-fields.ts'
import { Problem } from '../../../domain/problem.ts'

/** The document query language (protocol §6), as far as it is supported. */

const maxQueries = 5
const maxQueryStringLength = 320
const maxQueryValues = 25

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

/**
 * Reads the supported part of the query language of protocol §6. Anything else is refused, never ignored. Too many
 * queries are general_query_invalid, a value that is too long is general_argument_invalid (rules §2, which decides here
 * although the table of protocol §10 has general_argument_invalid for too many queries).
 */

const lookUpAttributes = {
  organisations: ['email', '$id'],
  students: ['email', 'rollNumber', '$id'],
} as const satisfies Record<Collection, readonly LookUpAttribute[]>

/** The only order of each collection. */
const orderAttributes = { organisations: 'name', students: 'rollNumber' } as const satisfies Record<Collection, string>

const maxOffset = 10_000_000
const wellFormed = z.string().refine(isWellFormedText)
const text = wellFormed.max(maxQueryStringLength)
const equal = z.strictObject({
  method: z.literal('equal'),
  attribute: text,
  values: z.array(wellFormed).min(1).max(maxQueryValues),
})
const query = z.discriminatedUnion('method', [
  equal,
  z.strictObject({
    method: z.literal('or'),
    attribute: text.optional(),
    values: z.array(equal).min(2).max(maxQueries),
  }),
  z.strictObject({
    method: z.literal('limit'),
    attribute: text.optional(),
    values: z.tuple([z.int().min(1).max(maxPageSize)]),
  }),
  z.strictObject({
    method: z.literal('offset'),
    attribute: text.optional(),
    values: z.tuple([z.int().min(0).max(maxOffset)]),
  }),
  z.strictObject({ method: z.literal('orderAsc'), attribute: text, values: z.array(z.never()).max(0).optional() }),
  z.strictObject({ method: z.literal('orderDesc'), attribute: text, values: z.array(z.never()).max(0).optional() }),
])
type Query = z.output<typeof query>

/** `search`: the raw query string. Throws general_query_invalid, general_argument_invalid. */
export function readQueries(collection: Collection, search: URLSearchParams): DocumentQuery {
  const texts = queriesIn(search)
  if (texts.length > maxQueries) {
    throw new Problem('malformed-query', { message: `At most ${maxQueries} queries can be given.` })
  }
  const queries = texts.map(parseQuery)
  return {
    conditions: queries.flatMap((one) => {
      if (one.method === 'equal') return [[toAlternative(collection, one)]]
      return one.method === 'or' ? [one.values.map((each) => toAlternative(collection, each))] : []
    }),
    limit: lastOf(queries, 'limit') ?? defaultPageSize,
    offset: lastOf(queries, 'offset') ?? 0,
    direction: readDirection(collection, queries),
  }
}

/** For calls that take no query. Throws general_query_invalid. */
export function refuseQueries(search: URLSearchParams): void {
  if (queriesIn(search).length > 0) {
    throw new Problem('malformed-query', { message: 'A single record is read without queries.' })
  }
}

/**
 * Refuses queries in any place other than those where SDKs put them: they would be filters that the server does not
 * apply.
 */
function queriesIn(search: URLSearchParams): string[] {
  const found = [...search].filter(([name]) => /^queries(\[|$)/.test(name))
  if (found.some(([name]) => !/^queries(\[\d*\])?$/.test(name))) throw new Problem('general_query_invalid')
  return found.map(([, value]) => value)
}

function parseQuery(json: string): Query {
  const result = query.safeParse(parseJson(json))
  if (!result.success) throw new Problem('general_query_invalid', { cause: result.error })
  return result.data
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw new Problem('malformed-query', { message: 'A query is not JSON.', cause })
  }
}

function toAlternative(collection: Collection, { attribute, values }: z.output<typeof equal>) {
  const known: readonly LookUpAttribute[] = lookUpAttributes[collection]
  const found = known.find((one) => one === attribute)
  if (found === undefined) throw new Problem('malformed-query', { message: 'This attribute cannot be asked for.' })
  if (values.some(({ length }) => length > maxQueryStringLength)) {
    throw new Problem('malformed-argument', {
      message: `A value can have at most ${maxQueryStringLength} characters.`,
    })
  }
  return { attribute: found, values }
}

function lastOf(queries: readonly Query[], method: 'limit' | 'offset'): number | undefined {
  const found = queries.findLast((one) => one.method === method)
  return found?.method === method ? found.values[0] : undefined
}

function readDirection(collection: Collection, queries: readonly Query[]): 'asc' | 'desc' {
  const orders = queries.filter((one) => one.method === 'orderAsc' || one.method === 'orderDesc')
  const [order, ...others] = orders
  if (others.length > 0 || (order && order.attribute !== orderAttributes[collection])) {
    throw new Problem('malformed-query', {
      message: `This list is ordered by ${orderAttributes[collection]} only.`,
    })
  }
  return order?.method === 'orderDesc' ? 'desc' : 'asc'
}
