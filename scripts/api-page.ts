import type { z } from 'zod'
import { prefixes } from '#contract/addresses.ts'
import { appwriteCalls } from '#contract/appwrite-calls.ts'
import type { AnswerBody, CallContract, Calls } from '#contract/calls.ts'
import { readExample } from '#contract/examples.ts'
import { productCalls } from '#contract/product-calls.ts'
import { type Act, acts } from '#server/domain/acts.ts'
import { callerKinds } from '#server/domain/callers.ts'
import { limitsOf } from '#server/domain/doors.ts'
import type { RequestLimit, RequestSubject } from '#server/domain/limits/limit-table.ts'
import { verdictOf } from '#server/domain/permissions.ts'
import type { RequestContext } from '#server/domain/request-context.ts'
import { listForms, listReasons } from './describe-schema.ts'

const head = `# Calls

Made by \`npm run api\` from the lists of calls (\`contract/appwrite-calls.ts\`, \`contract/product-calls.ts\`) and the table of acts
(\`server/domain/acts.ts\`). To change this page, change those and run \`npm run api\`; \`npm run lint\` fails when the page is out of date. What the calls mean is in the
[specification](spec.md) and the [client protocol](protocol.md).

- **Callers**: *guest* has no session. *pre* has begun to register. *unverified* is signed in, and its email is not verified. *STD* is a student. *ORG* is an organisation; *ORG2*
  is one whose session has shown its passkey, *closed* one whose own login only reads.
- **Limits** are those that are counted before the body is read. Others are counted by the use case: [limits](limits.md) has all of them. A refusal is 429 \`general_rate_limit_exceeded\`.
- **Refusals** of each call: those of its callers, 400 \`malformed-argument\` for a body, an id or a query that is not as described, and the reasons that are named there. Each value
  in an address must look like an id, unless the call judges it itself. What depends on the data besides is in the [specification](spec.md). Every refusal has the
  body that the [client protocol](protocol.md) describes in §3.
- **Examples** are what an honest client sends. A word with \`$\` stands for a value that the client knows: \`$course\` for the id of a course of the caller’s institute,
  \`$own-passkey\` for that of the caller’s own passkey, \`$any-institute\` for that of any institute. \`$proven-account\` is an account that the secret or the signature in the same body
  proves; \`$readable-student\` is a student whom the caller may read, and who is refused to callers who may read and not change. An *account* is of an institute, a student or a
  colleague; a *profile* of an institute or a student; a *session* is of the whole institute (a *class*) or of a course. A field whose word ends in \`?\` may be left out.
- **Values**: *id* is 1 to 36 letters, digits and \`. _ -\`, and begins with a letter or digit. *time* is a whole number of milliseconds since 1970. *date-time* is text such as
  \`2026-01-31T09:30:00.000+00:00\`. *count* is a whole number from 0. Fields that are not listed are refused in a body, and never answered. A sentence in ‘ ’ is what the server
  says of a value that is none.
`

/** The text of docs/api.md: every call with who may make it, what it takes and what it answers. */
export function makeApiPage(): string {
  const seen: Seen = new Map()
  return [
    head,
    '## Calls of the Appwrite client protocol\n',
    ...describeList(prefixes.appwrite, appwriteCalls, seen),
    '## The product’s own calls\n',
    ...describeList(prefixes.product, productCalls, seen),
  ].join('\n')
}

/** Where a schema is described first: other calls refer to it. */
type Seen = Map<z.ZodType, string>

function describeList(prefix: string, calls: Calls<Act>, seen: Seen): readonly string[] {
  return Object.entries(calls).map(([shortName, call]) => {
    const name = shortName.replace(' ', ` ${prefix}`)
    const describe = (title: string, schema: z.ZodType) => describeOnce(seen, `${title} of ${name}`, title, schema)
    return [
      `### ${name}\n`,
      ...describeCallers(call.act),
      ...describeLimits(call.act),
      ...describeExamples(name, call),
      ...describeQuestion(call, describe),
      ...Object.entries(call.answers).map(([status, body]) => describeAnswer(status, body, describe)),
      '',
    ].join('\n')
  })
}

type Describe = (title: string, schema: z.ZodType) => string

function describeOnce(seen: Seen, place: string, title: string, schema: z.ZodType): string {
  const first = seen.get(schema)
  if (first !== undefined) return `\n${title}: the same as ${first}`
  seen.set(schema, place)
  return describeForms(title, schema)
}

function describeCallers(act: Act | readonly Act[]): readonly string[] {
  return [act].flat().map((act) => {
    const open = callersOf(act, 'allowed')
    const verdicts = new Set(callerKinds.map((kind) => verdictOf(act, kind)))
    const refusals = [...verdicts].filter((verdict) => verdict !== 'allowed')
    const refused = refusals.map((reason) => `${callersOf(act, reason)}: \`${reason}\``)
    return `- \`${act}\`: open to ${open}${refused.length > 0 ? `; refused: ${refused.join(', ')}` : ''}${describeStepUp(act)}`
  })
}

function callersOf(act: Act, verdict: string): string {
  return callerKinds.filter((kind) => verdictOf(act, kind) === verdict).join(', ')
}

function describeStepUp(act: Act): string {
  const row = acts[act]
  if (!('stepUp' in row)) return ''
  return row.stepUp === 'by-input' ? '; needs a step-up in some cases' : '; needs a step-up'
}

/** A door may count guests and signed-in callers differently. */
function describeLimits(act: Act | readonly Act[]): readonly string[] {
  const guest = { caller: undefined, cookies: {} } as RequestContext
  const signedIn = { caller: {}, cookies: {} } as RequestContext
  const limits = new Set<RequestLimit<RequestSubject>>([guest, signedIn].flatMap((one) => limitsOf(act, one)))
  return limits.size === 0 ? [] : [`- Limits: ${[...limits].map(describeLimit).join('; ')}`]
}

function describeLimit({ name, max, windowMs, per, counts }: RequestLimit<RequestSubject>): string {
  return `\`${name}\` (${max.toLocaleString('en')} ${counts} in ${formatWindow(windowMs)} per ${per})`
}

function formatWindow(ms: number): string {
  if (ms === 3_600_000) return 'an hour'
  return ms === 60_000 ? 'a minute' : `${ms / 60_000} minutes`
}

function describeExamples(name: string, call: CallContract): readonly string[] {
  const sent = [call.example ?? []].flat().map((example) => {
    const { method, path, body } = readExample(name, call, example)
    return quote([`${method} ${path}`, ...(body ? [JSON.stringify(body)] : [])].join(' '))
  })
  return sent.length === 0 ? [] : [`- ${sent.length > 1 ? 'Examples' : 'Example'}: ${sent.join(', or ')}`]
}

function describeQuestion({ input, data, unchecked, query }: CallContract, describe: Describe): readonly string[] {
  const reasons = [input, ...Object.values(data ?? {})].flatMap((schema) => (schema ? listReasons(schema) : []))
  return [
    ...(unchecked ? [`- Judged by the call itself: ${unchecked.map(quote).join(', ')}`] : []),
    ...(reasons.length > 0 ? [`- Reasons of its own for a wrong body: ${reasons.map(quote).join(', ')}`] : []),
    ...(query ? [describe('Query', query)] : []),
    ...(input ? [describe('Body', input)] : []),
    ...Object.entries(data ?? {}).map(([collection, schema]) => describe(`Data for ${collection}`, schema)),
  ]
}

function describeAnswer(status: string, body: AnswerBody, describe: Describe): string {
  if (body === 'nothing') return `\nAnswer ${status}: no body`
  if (typeof body === 'string') return `\nAnswer ${status}: ${body === 'file' ? 'a file' : 'plain text'}`
  return describe(`Answer ${status}`, body)
}

/** A table for each of the forms. */
function describeForms(title: string, schema: z.ZodType): string {
  const tables = listForms(schema).map((fields) => {
    const rows = fields.map(({ name, value }) => `| ${quote(name)} | ${value} |`)
    return ['| field | value |', '|---|---|', ...rows].join('\n')
  })
  return `\n${title}:\n\n${tables.join('\n\nor\n\n')}`
}

function quote(text: string): string {
  return `\`${text}\``
}
