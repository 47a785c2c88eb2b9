import { type CallContract, type Example, partsOf } from './calls.ts'

/** What stands in the examples of calls: `$course` is the id of a course. A test fills in what its own world has. */

/** What an id in the database can be of. */
export const kindsOfIds = [
  ...['institute', 'student', 'colleague', 'person', 'class', 'course-session', 'public-session', 'course', 'room'],
  ...['screen', 'staff', 'invitation', 'import', 'course-import', 'day-pass', 'desk-case', 'passkey', 'check-in'],
  ...['subscription', 'login'],
] as const
export type KindOfId = (typeof kindsOfIds)[number]

/** Places that take ids of several kinds. */
const groups: Readonly<Record<string, readonly KindOfId[]>> = {
  account: ['institute', 'student', 'colleague'],
  profile: ['institute', 'student'],
  session: ['class', 'course-session'],
  group: ['course', 'institute'],
  someone: ['person', 'student'],
}

/**
 * Whose an id must be, by the first word of its placeholder; without one, of the caller's institute. 'own': of the caller alone.
 * 'any': of every institute. 'readable': what the caller may read is refused with 401 to who may not change it: every institute,
 * and students of the own one. 'proven': by a secret, a code or a signature.
 */
type Owner = 'own' | 'any' | 'readable' | 'proven'
export type PlaceOfId = { readonly kinds: readonly KindOfId[]; readonly owner: Owner | undefined }

/** What may stand in the place of a placeholder; undefined where it is of no id. */
export function placeOf(placeholder: string): PlaceOfId | undefined {
  const [, owner, name = ''] = /^\$(?:(own|any|readable|proven)-)?(.+)$/.exec(placeholder) ?? []
  const kinds = groups[name] ?? kindsOfIds.filter((kind) => kind === name)
  return kinds.length === 0 ? undefined : { kinds, owner: owner as Owner | undefined }
}

/** What stands for a placeholder. `place`: where it is, as in 'statuses[].person'. Without a value the field is left out. */
type Fill = (placeholder: string, place: string, isOptional: boolean) => string | undefined

/** The example with a value for each placeholder. One with '?' at its end may be left out of a call. */
export function fillExample<Value>(example: Value, fill: Fill): Value {
  return fillValue(example, fill, '') as Value
}

function fillValue(value: unknown, fill: Fill, place: string): unknown {
  if (Array.isArray(value)) return value.map((one) => fillValue(one, fill, `${place}[]`))
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([name, one]) => [
      name,
      fillValue(one, fill, `${place}.${name}`.replace(/^\./, '')),
    ])
    return Object.fromEntries(fields.filter(([, one]) => one !== undefined))
  }
  if (typeof value !== 'string') return value
  if (/^\$[a-z-]+\?$/.test(value)) return fill(value.slice(0, -1), place, true)
  return value.replace(/\$[a-z-]+/g, (placeholder) => fill(placeholder, place, false) ?? '')
}

/** The request of an example. `name`: of the call, with its prefix. */
export function readExample(name: string, { input }: CallContract, example: Example) {
  const [method = '', pattern = ''] = name.split(' ')
  const inAddress = partsOf(name)
  const rest = Object.fromEntries(Object.entries(example).filter(([part]) => !inAddress.includes(part)))
  const path = pattern.replace(/:(\w+)/g, (_, part: string) => String(example[part] ?? ''))
  const query = Object.entries(rest).map(([part, value]) => `${part}=${value}`)
  if (input) return { method, path, body: rest }
  return { method, path: query.length === 0 ? path : `${path}?${query.join('&')}`, body: undefined }
}

const publicKey = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' } as const
/** What a browser says of a passkey that it made, and by one. It may say more of them than the server reads. */
export const exampleAttestation = {
  ...publicKey,
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
  clientExtensionResults: { credProps: { rk: true } },
} as const
export const exampleAssertion = {
  ...publicKey,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
  clientExtensionResults: { appid: true },
} as const
