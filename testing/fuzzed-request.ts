import fc from 'fast-check'
import type { RequestOptions } from './http-client.ts'

/** Nearly valid requests: each differs from a valid one in one or more places. */

export type FuzzedRequest = {
  readonly path: string
  /** Undefined: no body at all. */
  readonly rawBody: string | Uint8Array<ArrayBuffer> | undefined
  readonly headers: NonNullable<RequestOptions['headers']>
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
type Path = readonly (string | number)[]

/**
 * Text that has broken programs before: control and direction characters, lone surrogates, code of several languages,
 * numbers.
 */
const hostileTexts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202eevil',
  '\u0007\u001b[31m',
  '\u200b\ufeff',
  'e\u0301'.repeat(70),
  '\u{1f469}\u200d\u{1f680}'.repeat(64),
  "' or 1=1 --",
  '%',
  '_%',
  '\\',
  '<script>alert(1)</script>',
  '#{7*7}',
  '{{7*7}}',
  '=1+1',
  '../../etc/passwd',
  'a\r\nBcc: x@evil.example',
  'x'.repeat(40_000),
  '-1',
  '1e999',
  '9'.repeat(400),
  '__proto__',
  'constructor',
  'unique()',
  'null',
  '[object Object]',
  'x@xn--a.example',
  'x@[127.0.0.1]',
  `${'x'.repeat(250)}@y.z`,
  'javascript:alert(1)',
  'https://evil.example/verify-email',
] as const

/** `known`: ids, emails and codes of existing people, the caller's and others'. */
function arbitraryText(known: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(...hostileTexts),
    fc.constantFrom(...known),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.emailAddress(),
    fc
      .base64String({ maxLength: 2_000 })
      .map((text) => text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')),
  )
}

function arbitraryJson(known: readonly string[]): fc.Arbitrary<Json> {
  const numbers = fc.constantFrom(0, -0, -1, 1.5, 1e308, 2 ** 53, -(2 ** 63))
  return fc.oneof(
    { weight: 3, arbitrary: arbitraryText(known) },
    fc.oneof(numbers, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer()),
    fc.constantFrom<Json>(null, true, false, [], {}, { $ne: '' }, [[]], { length: -1 }, { toString: null }),
    fc.jsonValue({ maxDepth: 4 }).map((value) => value as Json),
  )
}

function listPlaces(value: Json, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, child]) => listPlaces(child, [...path, key]))]
}

type Change =
  | {
      readonly kind: 'replace' | 'wrap' | 'add' | 'twice'
      readonly place: number
      readonly value: Json
      readonly key: string
    }
  | { readonly kind: 'remove'; readonly place: number }

/** As text, so that a key can occur twice and '__proto__' is a key. */
function write(value: Json, path: Path, change: Change): string {
  const [key, ...rest] = path
  if (key === undefined) return writeChanged(value, change)
  const parts = Object.entries(value as object).flatMap(([name, child]: [string, Json]) => {
    const isPlace = name === String(key)
    if (isPlace && rest.length === 0 && change.kind === 'remove') return []
    const text = isPlace ? write(child, rest, change) : JSON.stringify(child)
    const label = Array.isArray(value) ? '' : `${JSON.stringify(name)}:`
    const isTwice = isPlace && rest.length === 0 && change.kind === 'twice'
    return isTwice ? [`${label}${JSON.stringify(child)}`, `${label}${JSON.stringify(change.value)}`] : [label + text]
  })
  return Array.isArray(value) ? `[${parts.join()}]` : `{${parts.join()}}`
}

function writeChanged(value: Json, change: Change): string {
  if (change.kind === 'replace') return JSON.stringify(change.value)
  if (change.kind === 'wrap') return `[${JSON.stringify(value)}]`
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (change.kind === 'add' && isObject) {
    const inside = JSON.stringify(value).slice(1)
    return `{${JSON.stringify(change.key)}:${JSON.stringify(change.value)}${inside === '}' ? '' : ','}${inside}`
  }
  return JSON.stringify(value)
}

function arbitraryChange(known: readonly string[]): fc.Arbitrary<Change> {
  const key = fc.oneof(
    fc.constantFrom('__proto__', 'constructor', 'isAdmin', 'labels', 'passKey', 'total', '$id', 'toString', ''),
    fc.string({ maxLength: 20 }),
  )
  const kind = fc.constantFrom(
    'replace' as const,
    'replace' as const,
    'wrap' as const,
    'add' as const,
    'twice' as const,
  )
  const place = fc.nat(1_000)
  return fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind, place, value: arbitraryJson(known), key }) },
    fc.record({ kind: fc.constant('remove' as const), place }),
  )
}

/** The body with one to three changes, if there is anything to change; then sometimes cut, or with changed bytes. */
function arbitraryBody(
  body: Readonly<Record<string, unknown>> | undefined,
  known: readonly string[],
): fc.Arbitrary<string | Uint8Array<ArrayBuffer> | undefined> {
  const honest = (body ?? {}) as Json
  const changed = fc.array(arbitraryChange(known), { minLength: 1, maxLength: 3 }).map((changes) =>
    changes.reduce((text, change) => {
      const value = parse(text)
      if (value === undefined) return text
      const places = listPlaces(value)
      return write(value, places[change.place % places.length] ?? [], change)
    }, JSON.stringify(honest)),
  )
  const cut = fc.tuple(changed, fc.nat(200)).map(([text, length]) => text.slice(0, length))
  const spoilt = fc.tuple(changed, fc.nat(5_000), fc.nat(255)).map(([text, at, byte]) => {
    const bytes = new Uint8Array(Buffer.from(text))
    if (bytes.length > 0) bytes[at % bytes.length] = byte
    return bytes
  })
  return fc.oneof(
    { weight: 12, arbitrary: changed },
    { weight: 1, arbitrary: cut },
    { weight: 1, arbitrary: spoilt },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  )
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** The query language of lists, right and wrong. */
function arbitrarySearch(known: readonly string[]): fc.Arbitrary<string> {
  const attribute = fc.oneof(
    fc.constantFrom('email', 'rollNumber', '$id', 'name', 'passKey', '__proto__', '', '$sequence'),
    arbitraryText(known),
  )
  const method = fc.constantFrom(
    'equal',
    'or',
    'limit',
    'offset',
    'orderAsc',
    'orderDesc',
    'search',
    'select',
    'isNull',
  )
  const query: fc.Arbitrary<Json> = fc.letrec<{ query: Json }>((tie) => ({
    query: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.record({ method, attribute, values: fc.array(arbitraryJson(known), { maxLength: 4 }) }) as fc.Arbitrary<Json>,
      fc.record({ method, values: fc.array(tie('query'), { maxLength: 4 }) }) as fc.Arbitrary<Json>,
      arbitraryJson(known),
    ),
  })).query
  const name = fc.constantFrom(
    'queries[0]',
    'queries[]',
    'queries',
    'queries[1]',
    'total',
    'queries[__proto__]',
    'project',
  )
  const parts = fc.array(
    fc.tuple(
      name,
      fc.oneof(
        query.map((value) => JSON.stringify(value)),
        arbitraryText(known),
      ),
    ),
    {
      maxLength: 7,
    },
  )
  return parts.map((pairs) => pairs.map(([key, value]) => `${key}=${encode(value)}`).join('&'))
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed()).slice(0, 6_000)

const headerText = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 200,
})

function arbitraryHeaders(): fc.Arbitrary<NonNullable<RequestOptions['headers']>> {
  const one = fc.oneof(
    fc.tuple(
      fc.constantFrom('user-agent', 'x-forwarded-for', 'x-appwrite-response-format', 'accept', 'referer'),
      headerText,
    ),
    fc.tuple(
      fc.constantFrom('accept-language', 'x-fallback-cookies', 'range', 'if-none-match', 'x-request-id'),
      headerText,
    ),
    fc.tuple(
      fc.constant('content-type'),
      fc.constantFrom(
        'application/json',
        'application/json; charset=utf-8',
        'application/json;charset=x',
        'text/plain',
        'a/b;c',
      ),
    ),
  )
  return fc.array(one, { maxLength: 2 }).map((pairs) => Object.fromEntries(pairs))
}

/** `parameters`: whether the address ends in an id that may be another one. */
export function arbitraryRequest(
  call: {
    readonly route: string
    readonly path: string
    readonly body?: Readonly<Record<string, unknown>>
  },
  known: readonly string[],
): fc.Arbitrary<FuzzedRequest> {
  const isRead = call.route.startsWith('GET')
  const isList = isRead && call.route.endsWith('/documents')
  const hasParameter = /\/:[A-Za-z]+$/.test(call.route)
  const id = fc.oneof(fc.constantFrom(...known), arbitraryText(known)).map(encode)
  const otherPath = id.map((text) => call.path.slice(0, call.path.lastIndexOf('/') + 1) + (text || '%20'))
  const path = hasParameter
    ? fc.oneof({ weight: 2, arbitrary: fc.constant(call.path) }, otherPath)
    : fc.constant(call.path)
  const search = isList ? arbitrarySearch(known) : fc.constant('')
  return fc.record({
    path: fc.tuple(path, search).map(([where, what]) => (what ? `${where}?${what}` : where)),
    rawBody: isRead ? fc.constant(undefined) : arbitraryBody(call.body, known),
    headers: arbitraryHeaders(),
  })
}
