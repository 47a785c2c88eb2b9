/** What stands in one cell of an export: text, a number, a point in time (epoch ms), or nothing. */
export type Cell = string | number | null | { readonly at: number }

export type Column = {
  readonly heading: string
  /** In characters, for formats that know widths. */
  readonly width: number
}

/** A table whose rows are made while it is written: it is never in memory as a whole. */
export type Table = {
  /** What the sheet is called. */
  readonly name: string
  readonly columns: readonly Column[]
  /** Columns that stay in sight, from the left. */
  readonly frozenColumns: number
  /** Texts that fill most cells: formats may write them once and point to them. */
  readonly words: readonly string[]
  /** How many rows there will be. */
  readonly rows: number
  readonly batches: () => AsyncIterable<readonly (readonly Cell[])[]>
}
