import type { z } from 'zod'

/** What a schema lets through, as it is passed on: nothing in it is changed. */
export type ReadOnly<Schema extends z.ZodType> = DeepReadOnly<z.output<Schema>>

type DeepReadOnly<Value> = Value extends readonly (infer Item)[]
  ? readonly DeepReadOnly<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: DeepReadOnly<Value[Key]> }
    : Value
