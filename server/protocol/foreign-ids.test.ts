import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ZodType, z } from 'zod'
import { prefixes } from '#contract/addresses.ts'
import { appwriteCalls } from '#contract/appwrite-calls.ts'
import { type CallContract, type Example, partsOf } from '#contract/calls.ts'
import { fillExample, kindsOfIds, type PlaceOfId, placeOf, readExample } from '#contract/examples.ts'
import { productCalls } from '#contract/product-calls.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { buildIdsWorld, type IdCaller, type IdsWorld, type KnownId } from '#testing/ids-world.ts'
import type { Tables } from '#testing/read-tables.ts'
import { shareOf } from '#testing/share-of.ts'
import { confirm } from '#testing/staff-over-http.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

/**
 * An id that is of another kind, of another institute, or of a group in which the caller has no right is answered as an unknown
 * one, and nothing changes (rules R4.34a). `npm run attacks` sends every id to every call by every caller; in the short form
 * each call has one caller.
 */

const lists = [
  { prefix: prefixes.product, calls: productCalls },
  { prefix: prefixes.appwrite, calls: appwriteCalls },
] as const

const examplesOf = ({ example = [] }: CallContract): readonly Example[] => [example].flat()

/** The places of an example that hold ids. */
function listPlaces(example: Example): ReadonlyMap<string, PlaceOfId> {
  const places = new Map<string, PlaceOfId>()
  fillExample(example, (placeholder, place) => {
    const of = placeOf(placeholder)
    if (of) places.set(place, of)
    return undefined
  })
  return places
}

/** Fields of text in queries and bodies that name nothing in the database by an id. */
const words = [
  ...['address', 'email', 'password', 'oldPassword', 'secret', 'digits', 'code', 'url', 'endpoint', 'p256dh', 'auth'],
  ...['name', 'title', 'department', 'term', 'givenName', 'familyName', 'firstName', 'lastName', 'phoneNumber'],
  ...['rollNumber', 'section', 'sections', 'reason', 'note', 'words', 'source', 'fileName', 'publicKey', 'timeZone'],
  // Whole addresses: each is judged by the call that it names.
  'reads',
  ...['addressLine1', 'addressLine2', 'state', 'city', 'databaseId', 'collectionId'],
  ...['zone', 'search', 'from', 'to', 'limit', 'offset', 'after', 'before', 'seal'],
]
/** What a passkey signs, and lines of files, whose ids are those of another program. */
const signedOrFiled = /^(credential|cred|assertion|courses\[\]|enrolments\[\]|teachers\[\])\./

type Form = { readonly name: string; readonly contract: CallContract; readonly example: Example }
const forms: readonly Form[] = lists.flatMap(({ prefix, calls }) =>
  Object.entries<CallContract>(calls).flatMap(([name, contract]) =>
    examplesOf(contract)
      .filter((example) => listPlaces(example).size > 0)
      .map((example) => ({ name: name.replace(' ', ` ${prefix}`), contract, example })),
  ),
)

/** Every field of text in a schema, with '[]' behind a list. */
function listTexts(schema: ZodType | undefined, at = ''): string[] {
  if (!schema) return []
  const below = (inner: unknown, where = at) => listTexts(inner as ZodType, where)
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([field, inner]) => below(inner, at === '' ? field : `${at}.${field}`))
  }
  if (schema instanceof z.ZodArray) return below(schema.element, `${at}[]`)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((inner) => below(inner))
  if (schema instanceof z.ZodTuple) return schema.def.items.flatMap((inner) => below(inner, `${at}[]`))
  if (schema instanceof z.ZodPipe) return below(schema.in)
  if ('innerType' in schema.def) return below(schema.def.innerType)
  return schema instanceof z.ZodString ? [at] : []
}

function textsOf(name: string, { query, input, data }: CallContract): string[] {
  const inData = Object.values(data ?? {}).flatMap((schema) => listTexts(schema, 'data'))
  return [...partsOf(name), ...listTexts(query), ...listTexts(input), ...inData]
}

/** Of who registers: an id that the client chooses, and the own account. */
const ofNewcomers = [
  'POST /account userId',
  'POST /databases/:databaseId/collections/:collectionId/documents documentId',
]
const isWord = (place: string) =>
  words.includes(place.replaceAll('[]', '').split('.').at(-1) ?? '') || signedOrFiled.test(place)

test.each(lists)('each id in a call below $prefix has its kind in the example', ({ calls }) => {
  const missing = Object.entries<CallContract>(calls).flatMap(([name, contract]) => {
    const named = examplesOf(contract).flatMap((example) => [...listPlaces(example).keys()])
    const unnamed = textsOf(name, contract).filter((place) => !named.includes(place) && !isWord(place))
    return [...new Set(unnamed)].map((place) => `${name} ${place}`).filter((line) => !ofNewcomers.includes(line))
  })
  expect(missing).toEqual([])
})

/** The same form of an id that is of nothing. */
const unknownLike = (id: string) => (/^[2-9B-Z]{8,10}$/.test(id) ? 'B' : 'x').repeat(id.length)

const pick = (tables: Tables, names: readonly string[]) => names.map((name) => [name, tables[name]])

type Values = Readonly<Record<string, string>>

describe.each(engines)('an id of something else on %s', (engine) => {
  let server: TestServer
  let world: IdsWorld

  beforeAll(async () => {
    server = await startTestServer(engine)
    world = await buildIdsWorld(server)
  })
  afterAll(async () => {
    await checkInvariants(server.database, server.clock.now())
    await server.close()
  })

  const isRight = ({ kinds, owner }: PlaceOfId, id: KnownId, caller: IdCaller): boolean => {
    if (owner === 'proven') return false
    // No one acts on the own record, and each is told so: by the own account, which of an own login is the institute's id.
    const isSelf = id.kind === 'institute' ? id.isOwn && caller.name === 'own login' : id.holder === caller.name
    if (isSelf && ['institute', 'colleague'].includes(id.kind) && kinds.includes('student')) return true
    if (!kinds.includes(id.kind)) return false
    if (owner === 'any') return true
    if (owner === 'readable') return id.isOwn || id.kind === 'institute'
    // Who works for the institute begins there, whichever of its groups are theirs.
    const isBegun = id.kind === 'institute' && owner === 'own'
    if (!id.isOwn || (!isBegun && id.group !== undefined && !caller.groups.includes(id.group))) return false
    return owner !== 'own' || id.holder === undefined || id.holder === caller.name
  }

  async function send({ http }: IdCaller, { name, contract, example }: Form, values: Values): Promise<string> {
    const filled = fillExample(
      example,
      (placeholder, place) => values[place] ?? world.secrets[placeholder] ?? 'unknown',
    )
    const { method, path, body = {} } = readExample(name, contract, filled)
    const { status, text } = await http.request(method, path, method === 'GET' ? undefined : body)
    return `${status} ${text.replace(/"serverTime":\d+/, '')}`
  }
  /** An answer may repeat the id that was sent. */
  const isSame = (one: string, id: string, other: string, otherId: string) =>
    one === other || one.replaceAll(id, '*') === other.replaceAll(otherId, '*')

  /** A refusal may be recorded, but nothing else may change. */
  async function readWhatMatters(): Promise<Tables> {
    const { audit_log: _, ...tables } = await server.readTables()
    return tables
  }

  /** What is answered otherwise than an unknown id. */
  async function tryForm(caller: IdCaller, form: Form): Promise<string[]> {
    // A paired screen shows the session of its room, whatever a check-in there names.
    const isOfRoom = caller.name === 'screen' && form.example.way === 'screen'
    const places = isOfRoom ? [] : [...listPlaces(form.example)]
    const honest: Values = Object.fromEntries(
      places.map(([place, of]) => [place, world.ids.find((id) => isRight(of, id, caller))?.id ?? 'unknown']),
    )
    const wrong: string[] = []
    for (const [place, { owner }] of places) {
      // What another example of the call has there is no foreign id.
      const kinds = examplesOf(form.contract).flatMap((example) => listPlaces(example).get(place)?.kinds ?? [])
      const of = { owner, kinds }
      const answers = new Map<string, string>()
      for (const known of world.ids.filter((id) => !isRight(of, id, caller))) {
        const unknown = unknownLike(known.id)
        const expected = answers.get(unknown) ?? (await send(caller, form, { ...honest, [place]: unknown }))
        answers.set(unknown, expected)
        const answer = await send(caller, form, { ...honest, [place]: known.id })
        if (!isSame(answer, known.id, expected, unknown)) {
          wrong.push(`${caller.name}: ${form.name} ${place} = ${known.name}: ${answer}, not ${expected}`)
        }
      }
    }
    return wrong
  }

  test('there is one of each kind, here and elsewhere', () => {
    for (const isOwn of [true, false]) {
      const kinds = new Set(world.ids.filter((id) => id.isOwn === isOwn).map(({ kind }) => kind))
      expect(kindsOfIds.filter((kind) => !kinds.has(kind))).toEqual([])
    }
  })

  test.each(forms.map((form, turn) => ({ ...form, turn })))(
    '$name: is answered as an unknown one, and changes nothing',
    async ({ turn, ...form }) => {
      const callers = shareOf(world.callers, turn, world.callers.length)
      for (const { http, password } of callers) if (password !== undefined) await confirm({ http, password })
      const before = await readWhatMatters()
      const wrong: string[] = []
      for (const caller of callers) wrong.push(...(await tryForm(caller, form)))
      expect(wrong).toEqual([])
      const after = await readWhatMatters()
      const isChanged = (table: string) => `${after[table]}` !== `${before[table]}`
      const changed = Object.keys(before).filter(isChanged)
      expect(pick(after, changed)).toEqual(pick(before, changed))
    },
  )
})
