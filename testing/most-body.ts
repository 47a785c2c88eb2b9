import { z } from 'zod'

/** Makes the largest body that a schema lets through: every list full, every text at its longest. */

type Schema = z.core.JSONSchema.BaseSchema

/** What no schema says: a text that a check of the call's own judges. By the name of the field. */
const texts: Readonly<Record<string, string>> = {
  phoneNumber: '+1234567890123456789',
  digits: '123456',
  firstDay: '2026-11-28',
  timeZone: 'America/Argentina/ComodRivadavia',
}
const ofForm: Readonly<Record<string, (length: number) => string>> = {
  email: (length) => `${'a'.repeat(length - 12)}@new.example`,
  rollNumber: (length) => 'A'.repeat(length),
  reads: (length) => `/v1/account?${'a'.repeat(Math.max(0, length - 12))}`,
}

/** `bytes`: where all texts at their longest would need more, as many characters of each as there is room for. */
export function mostBody(input: z.ZodType, bytes: number): unknown {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  let [fits, over] = [0, 65_536]
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2)
    if (Buffer.byteLength(JSON.stringify(largest(schema, '', middle))) <= bytes) fits = middle
    else over = middle
  }
  return largest(schema, '', fits)
}

function largest(schema: Schema | boolean, name: string, longest: number): unknown {
  if (typeof schema === 'boolean') return null
  const forms = schema.anyOf ?? schema.oneOf
  if (forms) return longestOf(forms.map((form) => largest(form, name, longest)))
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return longestOf(schema.enum)
  switch (schema.type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {})
      return Object.fromEntries(fields.map(([key, field]) => [key, largest(field, key, longest)]))
    }
    case 'array':
      return listOf(schema, name, longest)
    case 'string':
      return textOf(schema, name, longest)
    case 'integer':
      return schema.maximum
    case 'boolean':
      return false
    default:
      return null
  }
}

/** A list whose entries must differ names each choice once. */
function listOf({ prefixItems = [], items, maxItems }: Schema, name: string, longest: number): readonly unknown[] {
  const first = prefixItems.map((one) => largest(one, name, longest))
  if (items === undefined || typeof items === 'boolean' || Array.isArray(items)) return first
  if (items.enum) return items.enum
  // A line of an import: the number and a cell for each column.
  const count = maxItems ?? 7
  return [...first, ...Array.from({ length: count - first.length }, () => largest(items, name, longest))]
}

function textOf({ pattern, minLength = 0, maxLength }: Schema, name: string, longest: number): string {
  const given = texts[name]
  if (given !== undefined) return given
  const length = Math.max(minLength, Math.min(longest, maxLength ?? 36))
  const form = ofForm[name]
  if (form) return form(length)
  if (pattern === undefined) return 'ह'.repeat(length)
  const sizes = [36, 140, 100, 87, 22, 18, 10, 8]
  const fitting = (maxLength === undefined ? sizes : [length]).map((size) => `B${'B'.repeat(size - 1)}`)
  return fitting.find((text) => new RegExp(pattern).test(text)) ?? ''
}

function longestOf(values: readonly unknown[]): unknown {
  const sizes = values.map((value) => JSON.stringify(value).length)
  return values[sizes.indexOf(Math.max(...sizes))]
}
