import { hash } from 'node:crypto'

/**
 * What the log keeps of contents that it has no copy of. Half of a SHA-256: finding other contents with the same half is out
 * of reach. The log holds one for each mark.
 */
export function digest(contents: readonly (string | number | null)[]): string {
  return hash('sha256', JSON.stringify(contents), 'base64url').slice(0, 22)
}
