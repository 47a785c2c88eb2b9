import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { codeAlphabet, codeLength } from '#contract/identifiers.ts'
import { recoveryCodeLength } from '#contract/recovery-code.ts'
import type { Random } from '../../domain/ports.ts'

/** Randomness from the operating system. */
export const systemRandom: Random = {
  secret: () => randomBytes(32).toString('base64url'),
  accountId: () => makeCode(codeLength),
  recoveryCode: () => makeCode(recoveryCodeLength),
  pairingCode: () => makeCode(codeLength),
  id: () => randomUUID(),
  index: (count) => randomInt(count),
}

function makeCode(length: number): string {
  return Array.from({ length }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')
}
