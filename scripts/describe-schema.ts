import type { z } from 'zod'
import { countAnswer, dateTimeAnswer, idAnswer, timeAnswer } from '#contract/answer-parts.ts'
import { documentAnswer } from '#contract/documents.ts'
import { idPattern } from '#contract/identifiers.ts'
import { reasonOf } from '#contract/inputs.ts'

/** Says in words what a schema of the contract lets through, field by field, for docs/api.md. */

type Schema = z.core.$ZodType

/** One field: its name, with dots and [] for what is inside, and what may be in it. */
type Field = { readonly name: string; readonly value: string }

/** What has a name of its own on the page. */
const named = new Map<Schema, string>([
  [idAnswer, 'id'],
  [timeAnswer, 'time'],
  [countAnswer, 'count'],
  [dateTimeAnswer, 'date-time'],
  [documentAnswer, 'document, as it is answered alone'],
])

/** The fields of a body or an answer: one list for each of the forms that it may have. */
export function listForms(schema: Schema): readonly (readonly Field[])[] {
  const { def } = (unwrap(schema) as z.core.$ZodTypes)._zod
  if (def.type === 'union') return def.options.flatMap(listForms)
  return [listFields(schema)]
}

/** The reasons of their own that a broken field has. */
export function listReasons(schema: Schema): readonly string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const own = checksOf(schema).flatMap((check) => reasonOfCheck(check) ?? [])
  return [...new Set([...own, ...innerSchemas(def).flatMap(listReasons)])]
}

function innerSchemas(def: z.core.$ZodTypes['_zod']['def']): readonly Schema[] {
  if (def.type === 'object') return Object.values(def.shape)
  if (def.type === 'union') return def.options
  if (def.type === 'array') return [def.element]
  if (def.type === 'pipe') return [def.in, def.out]
  return 'innerType' in def ? [def.innerType] : []
}

function listFields(schema: Schema, prefix = ''): readonly Field[] {
  const inner = unwrap(schema)
  const { def } = (inner as z.core.$ZodTypes)._zod
  if (def.type === 'object') {
    const fields = Object.entries(def.shape).flatMap(([name, one]) => describeField(`${prefix}${name}`, one))
    const isOpen = def.catchall !== undefined && def.catchall._zod.def.type !== 'never'
    return isOpen ? [...fields, { name: `${prefix}…`, value: 'whatever else is sent is not read' }] : fields
  }
  return [{ name: prefix, value: describe(inner) }]
}

/** A field, and below it the fields inside. */
function describeField(name: string, schema: Schema): readonly Field[] {
  const inner = unwrap(schema)
  const { def } = (inner as z.core.$ZodTypes)._zod
  const value = describe(schema)
  if (named.has(inner)) return [{ name, value }]
  if (def.type === 'object') return [{ name, value }, ...listFields(inner, `${name}.`)]
  const element = def.type === 'array' ? unwrap(def.element) : undefined
  if (element && typeOf(element) === 'object') return [{ name, value }, ...listFields(element, `${name}[].`)]
  return [{ name, value }]
}

/** Without the wrappers that say whether it may be left out; of a pipe, what is sent. */
function unwrap(schema: Schema): Schema {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (named.has(schema)) return schema
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default') return unwrap(def.innerType)
  if (def.type === 'pipe') return unwrap(typeOf(def.in) === 'unknown' ? def.out : def.in)
  return schema
}

/** In one line. What the server says of a wrong value says best what a right one is. */
function describe(schema: Schema): string {
  const name = named.get(schema)
  if (name !== undefined) return name
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'optional') return `${describe(def.innerType)}; may be left out`
  if (def.type === 'nullable') return `${compact(def.innerType)}, or null`
  if (def.type === 'default') {
    return `${describe(def.innerType)}; ${JSON.stringify(def.defaultValue)} when it is left out`
  }
  const unit = def.type === 'array' ? 'entries' : 'characters'
  const rules = checksOf(schema).map((check) => describeCheck(check, unit))
  if (def.type === 'pipe') {
    const [sent, made] = typeOf(def.in) === 'unknown' ? [def.out, undefined] : [def.in, def.out]
    return [describe(sent), ...(made ? checksOf(made) : []).map((check) => describeCheck(check, unit)), ...rules].join(
      '; ',
    )
  }
  return [describeType(def), ...rules].join('; ')
}

/** For the middle of a sentence. */
function compact(schema: Schema): string {
  const [what = '', ...rules] = describe(schema).split('; ')
  return rules.length === 0 ? what : `${what} (${rules.join(', ')})`
}

function describeType(def: z.core.$ZodTypes['_zod']['def']): string {
  switch (def.type) {
    case 'string':
      return 'text'
    case 'number':
      return 'number'
    case 'literal':
      return def.values.map((value) => code(String(JSON.stringify(value)))).join(' or ')
    case 'enum':
      return Object.values(def.entries)
        .map((value) => code(JSON.stringify(value)))
        .join(', ')
    case 'array':
      return typeOf(def.element) === 'never' ? 'an empty list' : `list of ${compact(def.element)}`
    case 'union':
      return def.options.map(compact).join(', or ')
    case 'record':
    case 'object':
      return 'object'
    case 'boolean':
      return 'true or false'
    default:
      return def.type
  }
}

function typeOf(schema: Schema): string {
  return schema._zod.def.type
}

type Check = z.core.$ZodCheck

/** A format such as that of whole numbers is a check of its own. */
function checksOf(schema: Schema): readonly Check[] {
  const { def } = schema._zod
  const isCheck = 'check' in def
  return [...(isCheck ? [schema as unknown as Check] : []), ...((def.checks ?? []) as readonly Check[])]
}

function describeCheck(check: Check, unit: string): string {
  const { def } = (check as z.core.$ZodChecks)._zod
  if (def.check === 'string_format' && String(def.pattern) === String(idPattern)) return 'as an id is'
  const message = messageOf(check)
  if (message !== undefined) return `‘${message}’`
  if (def.check === 'max_length') return `at most ${def.maximum} ${unit}`
  if (def.check === 'min_length') return `at least ${def.minimum} ${unit}`
  if (def.check === 'length_equals') return `exactly ${def.length} ${unit}`
  if (def.check === 'greater_than') return `at least ${def.value}`
  if (def.check === 'less_than') return `at most ${def.value}`
  if (def.check === 'number_format') return 'whole'
  if (def.check === 'string_format') return `matches ${code(String(def.pattern))}`
  return def.check
}

/** What the check says when it fails, where it has words of its own. */
function messageOf(check: Check): string | undefined {
  const { error } = check._zod.def
  const said = error?.({ code: 'custom', input: '', path: [], message: '' } as never)
  return typeof said === 'string' ? said : said?.message
}

function reasonOfCheck(check: Check): string | undefined {
  const { params } = check._zod.def as { readonly params?: Record<string, unknown> }
  return params && reasonOf({ code: 'custom', params, path: [], message: '', input: '' })
}

function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``
}
