import type { z } from 'zod'
import type { Collection } from './identifiers.ts'

/** The types of every list of calls. */

export type CallMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Method and address below the prefix, as in 'PATCH /passkeys/:passkeyId'. */
export type CallName = `${CallMethod} /${string}`

/** A JSON body, by its schema; or no body, a file, or plain text. */
export type AnswerBody = z.ZodType | 'nothing' | 'file' | 'text'

/** The values that a call takes, under their names: of its address, and of its query or its body. */
export type Example = Readonly<Record<string, unknown>>

/** Who may make a call, what it is sent, and what it answers when it is not refused. */
export type CallContract<Act extends string = string> = {
  /** Who may make it, and how often: asked before the body is read (server/domain/acts.ts). Of several acts it is one by its input. */
  readonly act: Act | readonly Act[]
  /** False for calls that must not read the session: they neither need the database nor keep a session alive. */
  readonly readsSession?: false
  /** The body. Calls without one take none, or an empty object. */
  readonly input?: z.ZodType
  /** What may be in the body's `data`, by collection: it is held against this once it is clear who may know more. */
  readonly data?: Readonly<Record<Collection, z.ZodType>>
  /** Parts of the address that its own code judges. The others must look like ids before it runs. */
  readonly unchecked?: readonly string[]
  /** Of the address. Calls without one read none. */
  readonly query?: z.ZodType
  /**
   * As an honest client makes it, in each form whose ids are of other kinds. The tests take their requests from it, spoil them
   * and put wrong ids into them.
   */
  readonly example?: Example | readonly Example[]
  /**
   * True where the answer is long for many people and holds no secret: it is compressed, and its length then tells a little
   * of what is in it (decision 47).
   */
  readonly isCompressed?: true
  /** By status. The first is answered where the handler says no other. */
  readonly answers: Readonly<Record<number, AnswerBody>>
}

export type Calls<Act extends string = string> = Readonly<Record<CallName, CallContract<Act>>>

/** What a caller gets: the JSON, or undefined without a body. */
export type AnswerOf<Call extends CallContract> = BodyOf<Call['answers'][keyof Call['answers']]>
type BodyOf<Body> = Body extends z.ZodType ? z.output<Body> : Body extends 'text' ? string : undefined

/** What a caller sends as the body: of objects that may have more fields, those that are known. */
export type InputOf<Call extends CallContract> = Call extends { readonly input: infer Schema extends z.ZodType }
  ? Known<z.input<Schema>>
  : Readonly<Record<string, never>>
type Known<Value> = Value extends readonly (infer Item)[]
  ? readonly Known<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value as string extends Key ? never : Key]: Known<Value[Key]> }
    : Value

/** What a caller puts into the query: the parts are text there, and those that are undefined or empty are left out. */
export type QueryOf<Call extends CallContract> = Call extends { readonly query: infer Schema extends z.ZodType }
  ? { readonly [Part in keyof z.input<Schema>]?: string | number | undefined }
  : Readonly<Record<string, never>>

/** The values in the address of a call, as 'passkeyId' in 'PATCH /passkeys/:passkeyId'. */
export function partsOf(name: string): readonly string[] {
  return [...name.matchAll(/:(\w+)/g)].map(([, part = '']) => part)
}

/** The two halves of a call's name. */
export function splitCallName(name: string): { readonly method: CallMethod; readonly path: string } {
  const [method, path = ''] = name.split(' ')
  return { method: method as CallMethod, path }
}
