/** Undefined for text that is not JSON: the caller refuses it like any other wrong value. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
