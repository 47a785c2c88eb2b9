import { hash } from 'node:crypto'
import { codeAlphabet, publicSessionIdLength } from '#contract/identifiers.ts'

/** How long a display shows a code. Milliseconds. */
export const roomCodeStepMs = 10_000

/** The short name of a session on displays. It gives no right. */
export function publicIdOf(sessionId: string): string {
  return spell(hash('sha256', `rollkey public session id ${sessionId}`, 'buffer'), publicSessionIdLength)
}

/** The bytes as a number, written with the letters of institute codes. */
export function spell(bytes: Buffer, length: number): string {
  const base = BigInt(codeAlphabet.length)
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  return Array.from({ length }, () => {
    const letter = codeAlphabet[Number(rest % base)]
    rest /= base
    return letter
  }).join('')
}
