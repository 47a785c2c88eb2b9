/** Undefined for what is no JSON: it is refused like every other value that is not the wanted one. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
