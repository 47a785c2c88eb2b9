/** Room for the rest of a body of 64 KiB (rules R3.1), bytes. */
const maxBytesACall = 60_000

/** The lines in as many parts as there are calls, each of `most` lines at most. */
export function splitIntoCalls<Line>(lines: readonly Line[], most: number): readonly (readonly Line[])[] {
  const calls: Line[][] = []
  let bytes = maxBytesACall
  for (const line of lines) {
    const own = new TextEncoder().encode(JSON.stringify(line)).length + 1
    const call = calls.at(-1)
    if (call === undefined || bytes + own > maxBytesACall || call.length === most) {
      calls.push([line])
      bytes = own
    } else {
      call.push(line)
      bytes += own
    }
  }
  return calls
}
