/**
 * A long answer in blocks, so that a page that has read it before gets only the blocks that have changed (protocol §2). Both sides cut
 * its text at the same rows.
 */

/** So many rows are a block: fewer make the tag longer, more make the answer longer. */
const rows = 16
const between = '},{'

/** Letters of a block's tag, 48 bits: of an answer all of them are the tag. */
export const tagLength = 8
/** Whether an answer with this entity tag is long enough to be worth keeping for the next one. */
export const isLong = (etag: string | null) => etag !== null && etag.length > 'W/""'.length + tagLength

/** What an answer without a body says of the time, epoch ms: its tag is of all but `serverTime`. */
export const serverTimeHeader = 'server-time'

/** Names this way to send changes (RFC 3229), in `a-im` and `im`. Another way to cut has another name. */
export const inBlocks = `blocks-of-${rows}`

/** The blocks of a JSON text. */
export function blocksOf(json: string): readonly string[] {
  const all = json.split(between)
  return Array.from({ length: Math.ceil(all.length / rows) }, (_, at) =>
    all.slice(at * rows, (at + 1) * rows).join(between),
  )
}

/** The text again. `before`: what the reader has, in place of each block that was left out. */
export function joinBlocks(blocks: readonly (string | null)[], before: readonly string[]): string {
  return blocks.map((block, at) => block ?? before[at]).join(between)
}
