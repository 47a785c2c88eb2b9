import { timingSafeEqual } from 'node:crypto'
import { deskDigitsLength } from '#contract/desk-rules.ts'
import type { InstallationKey } from '../marks/installation-key.ts'

/** The digits of one mail: who reads the database alone cannot make them. */
export function makeDigits(key: Pick<InstallationKey, 'mac'>, mailId: string): string {
  const number = key.mac('desk-digits', mailId).readUIntBE(0, 6) % 10 ** deskDigitsLength
  return `${number}`.padStart(deskDigitsLength, '0')
}

export function areDigits(key: Pick<InstallationKey, 'mac'>, mailId: string, typed: string): boolean {
  const [right, given] = [Buffer.from(makeDigits(key, mailId)), Buffer.from(typed)]
  return right.length === given.length && timingSafeEqual(right, given)
}
