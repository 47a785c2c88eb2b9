import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { codeAlphabet, codeLength } from '#contract/identifiers.ts'
import type { Random } from '../domain/ports.ts'

/** Randomness from the operating system. */
export const systemRandom: Random = {
  secret: () => randomBytes(32).toString('base64url'),
  accountId: () => Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join(''),
  id: () => randomUUID(),
}
