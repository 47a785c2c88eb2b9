/** The content of one cell of an export: text, a number, a point in time (epoch ms), or nothing. */
export type Cell = string | number | null | { readonly at: number }

export type Column = {
  readonly heading: string
  /** In characters, for formats with column widths. */
  readonly width: number
}

/** A table whose rows are made while it is written: it is never in memory as a whole. */
export type Table = {
  /** The name of the sheet. */
  readonly name: string
  readonly columns: readonly Column[]
  /** Columns that stay visible, from the left. */
  readonly frozenColumns: number
  /** Texts that fill most cells: a format may store each once and refer to it. */
  readonly words: readonly string[]
  /** The number of rows. */
  readonly rows: number
  readonly batches: () => AsyncIterable<readonly (readonly Cell[])[]>
}
