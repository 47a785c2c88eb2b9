import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ZodType, z } from 'zod'
import { prefixes } from '#contract/addresses.ts'
import { appwriteCalls } from '#contract/appwrite-calls.ts'
import type { CallContract } from '#contract/calls.ts'
import { productCalls } from '#contract/product-calls.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import {
  type CallWithIds,
  idsOfAppwriteCalls,
  idsOfProductCalls,
  kindsOfIds,
  type Place,
  signedOrFiled,
  wordsOfCalls,
} from '#testing/ids-of-calls.ts'
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
  { prefix: prefixes.product, calls: productCalls, ids: idsOfProductCalls },
  { prefix: prefixes.appwrite, calls: appwriteCalls, ids: idsOfAppwriteCalls },
] as const

type Form = CallWithIds & { readonly name: string; readonly method: string; readonly path: string }
const forms: readonly Form[] = lists.flatMap(({ prefix, ids }) =>
  Object.entries<CallWithIds | readonly CallWithIds[] | undefined>(ids).flatMap(([name, of]) => {
    const [method = '', path = ''] = name.split(' ')
    return [of ?? []].flat().map((form) => ({ ...form, name, method, path: `${prefix}${path}` }))
  }),
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

function placesOf(name: string, { query, input, data }: CallContract): string[] {
  const inData = Object.values(data ?? {}).flatMap((schema) => listTexts(schema, 'data'))
  const inQuery = listTexts(query).map((field) => `?${field}`)
  return [...(name.match(/:\w+/g) ?? []), ...inQuery, ...listTexts(input), ...inData]
}

/** Of who registers: the own account, an id that the client chooses, and any institute. */
const newDocument = 'POST /databases/:databaseId/collections/:collectionId/documents'
const ofNewcomers = ['POST /account userId', `${newDocument} documentId`, `${newDocument} data.organisation[]`]
const isWord = (place: string) => {
  const field = place.replaceAll('[]', '').split(/[.?:]/).at(-1) ?? ''
  return wordsOfCalls.includes(field) || signedOrFiled.test(place)
}

test.each(lists)('each id in a call below $prefix has its kind in the table', ({ calls, ids }) => {
  const listed: Readonly<Partial<Record<string, CallWithIds | readonly CallWithIds[]>>> = ids
  const missing = Object.entries<CallContract>(calls).flatMap(([name, contract]) => {
    const named = [listed[name] ?? []]
      .flat()
      .flatMap((form) => Object.keys({ ...form.fixed, ...form.ids }).map((place) => place.replace('{}', '')))
    const unnamed = placesOf(name, contract).filter((place) => !named.includes(place) && !isWord(place))
    return [...new Set(unnamed)].map((place) => `${name} ${place}`).filter((line) => !ofNewcomers.includes(line))
  })
  expect(missing).toEqual([])
})

/** The same form of an id that is of nothing. */
const unknownLike = (id: string) => (/^[2-9B-Z]{8,10}$/.test(id) ? 'B' : 'x').repeat(id.length)

const pick = (tables: Tables, names: readonly string[]) => names.map((name) => [name, tables[name]])

type Values = Readonly<Record<string, string>>

/** The body with each id at its place. */
function fill(body: Readonly<Record<string, unknown>>, values: Values): Record<string, unknown> {
  const filled = structuredClone(body) as Record<string, unknown>
  for (const [place, id] of Object.entries(values)) {
    const [first = '', second] = place.split('.')
    const field = first.replace('[]', '')
    if (second === undefined) filled[field] = first.endsWith('[]') ? [id] : id
    else if (first.endsWith('[]')) filled[field] = (filled[field] as object[]).map((one) => ({ ...one, [second]: id }))
    else if (second.endsWith('{}'))
      filled[field] = { attendance: JSON.stringify({ [id]: { total: 1, expiryTime: 1 } }) }
    else filled[field] = { ...(filled[field] as object), [second.replace('[]', '')]: [id] }
  }
  return filled
}

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

  const isRight = ({ kinds, of }: Place, id: KnownId, caller: IdCaller): boolean => {
    // No one acts on the own record, and each is told so: by the own account, which of an own login is the institute's id.
    const isSelf = id.kind === 'institute' ? id.isOwn && caller.name === 'own login' : id.holder === caller.name
    if (isSelf && ['institute', 'colleague'].includes(id.kind) && kinds.includes('student')) return true
    if (!kinds.includes(id.kind)) return false
    if (of === 'anywhere') return true
    if (of === 'readable') return id.isOwn || id.kind === 'institute'
    if (!id.isOwn || (id.group !== undefined && !caller.groups.includes(id.group))) return false
    return of !== 'caller' || id.holder === undefined || id.holder === caller.name
  }

  async function send({ http }: IdCaller, form: Form, values: Values): Promise<string> {
    const { method, fixed = {}, body, query = '' } = form
    const given: Values = { ...fixed, ...values }
    const path = form.path.replace(/:\w+/g, (part) => given[part] ?? part)
    const asked = Object.entries(values).flatMap(([place, id]) => (place[0] === '?' ? [`${place.slice(1)}=${id}`] : []))
    const search = [...asked, ...(query === '' ? [] : [query])].join('&')
    const inBody = Object.fromEntries(Object.entries(values).filter(([place]) => !/^[:?]/.test(place)))
    const sent = method === 'GET' ? undefined : world.withSecrets(fill(body ?? {}, inBody))
    const { status, text } = await http.request(method, search === '' ? path : `${path}?${search}`, sent)
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
    const honest: Values = Object.fromEntries(
      Object.entries(form.ids).map(([place, of]) => [
        place,
        world.ids.find((id) => isRight(of, id, caller))?.id ?? 'unknown',
      ]),
    )
    const wrong: string[] = []
    for (const [place, of] of Object.entries(form.ids)) {
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
