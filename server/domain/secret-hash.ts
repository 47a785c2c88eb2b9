import { hash } from 'node:crypto'

/** The stored form of a random secret. A secret has 256 random bits, so a plain hash is enough. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url')
}
