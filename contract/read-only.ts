import type { z } from 'zod'

/** The output type of a schema, deeply read-only. */
export type ReadOnly<Schema extends z.ZodType> = DeepReadOnly<z.output<Schema>>

/** The same of a value. */
export type DeepReadOnly<Value> = Value extends readonly (infer Item)[]
  ? readonly DeepReadOnly<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: DeepReadOnly<Value[Key]> }
    : Value
