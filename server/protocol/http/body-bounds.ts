import { z } from 'zod'

/** How large a body may be (rules R3.1): it follows from what its call's schema lets through. */

/** Bytes as they are sent, the keys of all its objects, and the entries of one list. */
export type BodyBounds = { readonly bytes: number; readonly keys: number; readonly entries: number }

/** What every call may be sent, whatever its schema says. */
export const leastBounds: BodyBounds = { bytes: 64 * 1_024, keys: 200, entries: 1_000 }
const mostBytes = 512 * 1_024

/** Of UTF-8, or of an escape such as `\"`. */
const bytesACharacter = 4
/** Characters of a text whose schema has no maximum: an id has at most 36. */
const usualLength = 36
/** A whole number, a boolean or null. */
const bytesOfWord = 17

type Schema = z.core.JSONSchema.BaseSchema

/** The bounds of a body that this schema reads. */
export function boundsOf(input: z.ZodType): BodyBounds {
  const most = measure(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }))
  return { ...greatest([leastBounds, most]), bytes: Math.min(mostBytes, Math.max(leastBounds.bytes, most.bytes)) }
}

/** The largest value that the schema lets through. What it leaves open counts nothing. */
function measure(schema: Schema | boolean): BodyBounds {
  if (typeof schema === 'boolean') return { bytes: 0, keys: 0, entries: 0 }
  const forms = schema.anyOf ?? schema.oneOf
  if (forms) return greatest(forms.map(measure))
  if (schema.properties) {
    const fields = Object.entries(schema.properties)
    const inside = together(fields.map(([, field]) => measure(field)))
    const names = fields.reduce((bytes, [name]) => bytes + Buffer.byteLength(name) + '"":,'.length, '{}'.length)
    return { ...inside, bytes: inside.bytes + names, keys: inside.keys + fields.length }
  }
  if (schema.type === 'array') return measureList(schema)
  return { bytes: schema.type === 'string' ? bytesOfText(schema) : bytesOfWord, keys: 0, entries: 0 }
}

function measureList({ prefixItems = [], items, maxItems = leastBounds.entries }: Schema): BodyBounds {
  const rest = Math.max(0, maxItems - prefixItems.length)
  // In drafts of JSON Schema before 2020 `items` could be a list of schemas.
  const one = items === undefined || Array.isArray(items) ? measure(false) : measure(items)
  const inside = together([...prefixItems.map(measure), { ...one, bytes: one.bytes * rest, keys: one.keys * rest }])
  return { ...inside, bytes: inside.bytes + maxItems + '[]'.length, entries: Math.max(inside.entries, maxItems) }
}

function bytesOfText({ const: only, enum: choices, pattern, maxLength = usualLength }: Schema): number {
  const given = only === undefined ? choices : [only]
  if (given) return Math.max(...given.map((one) => Buffer.byteLength(JSON.stringify(one))))
  // The patterns of the contract let through ASCII without signs that are escaped.
  return '""'.length + maxLength * (pattern === undefined ? bytesACharacter : 1)
}

/** Of values that are sent in one body. */
function together(parts: readonly BodyBounds[]): BodyBounds {
  return {
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    keys: parts.reduce((sum, { keys }) => sum + keys, 0),
    entries: Math.max(0, ...parts.map(({ entries }) => entries)),
  }
}

/** Of values of which one is sent. */
function greatest(forms: readonly BodyBounds[]): BodyBounds {
  return {
    bytes: Math.max(...forms.map(({ bytes }) => bytes)),
    keys: Math.max(...forms.map(({ keys }) => keys)),
    entries: Math.max(...forms.map(({ entries }) => entries)),
  }
}
