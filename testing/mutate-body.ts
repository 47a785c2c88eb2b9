/** Makes wrong bodies from a valid one, the same ones on each run. */

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
type Path = readonly (string | number)[]
type Random = (below: number) => number

/** A small random generator (mulberry32): the same seed repeats a failure. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const nested = (depth: number): Json => (depth === 0 ? 0 : [nested(depth - 1)])
const strangers: readonly Json[] = [null, true, -1, 1e308, [], {}, [[]], { $ne: '' }, [1, 2], nested(20), { length: 1 }]
const badTexts = ['\u0000', 'a\u0000b', '\ud800', 'x\udfffx', 'é'.repeat(40_000), '9'.repeat(40_000)]
const strangeKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'isAdmin',
  '',
  '\u0000',
  '\ud800',
  '0',
  'toString',
  'labels',
]

/** Returns a further wrong body at each call: an extra or missing field, another type, or bad text. */
export function mutateBody(body: Readonly<Record<string, unknown>>, random: Random): string {
  const paths = listPaths(body as Json)
  const path = paths[random(paths.length)] ?? []
  const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T
  const old = readAt(body as Json, path)
  // Text, so that '__proto__' becomes a key and not a prototype.
  switch (random(4)) {
    case 0:
      return write(body as Json, path, () => serialise(pick(strangers.filter((one) => typeOf(one) !== typeOf(old)))))
    case 1:
      return write(body as Json, path, () => serialise(pick(badTexts)))
    case 2:
      return write(body as Json, path, () => undefined)
    default: {
      const key = serialise(pick(strangeKeys))
      return `{${key}:${serialise(pick(strangers))},${serialise(body as Json).slice(1)}`
    }
  }
}

const typeOf = (value: Json): string => (Array.isArray(value) ? 'list' : typeof value)

/** JSON.stringify escapes lone surrogates by itself. */
const serialise = (value: Json): string => JSON.stringify(value)

/** Every place of a body, except the whole and the extensions of WebAuthn, which may hold anything. */
function listPaths(value: Json, path: Path = []): Path[] {
  const own = path.length === 0 ? [] : [path]
  if (typeof value !== 'object' || value === null) return own
  const inside = Object.entries(value).filter(([key]) => key !== 'clientExtensionResults')
  return [...own, ...inside.flatMap(([key, child]) => listPaths(child, [...path, key]))]
}

function readAt(value: Json, path: Path): Json {
  return path.reduce<Json>((found, key) => (found as { readonly [key: string]: Json })[key] ?? null, value)
}

/** The body as text, with the value at `path` replaced, or left out for undefined. */
function write(value: Json, path: Path, make: () => string | undefined): string {
  const [key, ...rest] = path
  const parts = Object.entries(value as object).flatMap(([name, child]: [string, Json]) => {
    const text = name !== key ? serialise(child) : rest.length === 0 ? make() : write(child, rest, make)
    if (text === undefined) return []
    return [Array.isArray(value) ? text : `${serialise(name)}:${text}`]
  })
  return Array.isArray(value) ? `[${parts.join()}]` : `{${parts.join()}}`
}
