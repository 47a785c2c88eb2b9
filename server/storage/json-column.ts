import type { ColumnType } from 'kysely'

declare const held: unique symbol

/** JSON of a column, as text. */
export type Json<Value> = string & { readonly [held]: Value }

/** A column of such text. It is written as any text; what is written says `JSON.stringify`. */
export type JsonColumn<Value> = ColumnType<Json<Value>, string, string>
export type JsonColumnOrNull<Value> = ColumnType<Json<Value> | null, string | null | undefined, string | null>

/** For a row that is read and written. */
export const writeJson = <Value>(value: Value) => JSON.stringify(value) as Json<Value>

export const readJson = <Value>(text: Json<Value>): Value => JSON.parse(text)
