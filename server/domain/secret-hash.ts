import { hash } from 'node:crypto'

/** What is stored of a random secret. It has 256 bits of chance in it, so a plain hash is enough. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url')
}
