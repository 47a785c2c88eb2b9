import { randomBytes } from 'node:crypto'
import { createTextHash } from './half-sip-hash.ts'

/**
 * The entries of the log, in 17 bytes for each key. At least half of the table is free, so a million marks take 34 to
 * 68 MB, and half as much again while it grows. Keys and contents are kept as 64 bits of a hash with a new key each
 * time: data prepared in advance cannot cause collisions.
 */
export type Fingerprints = {
  /** False, and changes nothing, when the key was added before and not removed. `undefined`: the content is unknown. */
  readonly add: (key: string, content: string | undefined) => boolean
  /** Adds the key with this content, whatever was added before. */
  readonly set: (key: string, content: string) => void
  /** Marks the key as found. */
  readonly find: (key: string, content: string) => Found
  /** Removes the key. False when it is unknown. */
  readonly remove: (key: string) => boolean
  /** Whether the key was added, and neither found nor removed since. */
  readonly isOpen: (key: string) => boolean
  /** The number of such keys. */
  readonly countOpen: () => number
}

/** `by-key`: the content is unknown. */
export type Found = 'same' | 'different' | 'by-key' | 'removed' | 'unknown'

const [free, open, found, removed] = [0, 1, 2, 3]
const wordsPerKey = 4

type Table = { readonly mask: number; readonly words: Uint32Array; readonly states: Uint8Array }

/** `capacity`: the initial one, a power of two. */
export function createFingerprints(capacity = 1 << 12): Fingerprints {
  const chance = randomBytes(8)
  const hash = createTextHash([chance.readInt32LE(0), chance.readInt32LE(4)])
  let table = createTable(capacity)
  let used = 0
  let opened = 0

  /** The slot of the key, or the slot that it would get. */
  function slotOf({ mask, words, states }: Table, first: number, second: number): number {
    for (let slot = first & mask; ; slot = (slot + 1) & mask) {
      const at = slot * wordsPerKey
      if (states[slot] === free || (words[at] === first && words[at + 1] === second)) return slot
    }
  }
  const slotOfKey = (key: string): number => {
    const [first, second] = hash(key)
    return slotOf(table, first, second)
  }
  function enter(slot: number, state: number): void {
    if (table.states[slot] === open) opened -= 1
    if (state === open) opened += 1
    table.states[slot] = state
  }

  function grow(): void {
    const { words, states } = table
    const larger = createTable(states.length * 2)
    for (const [slot, state] of states.entries()) {
      if (state === free) continue
      const at = slot * wordsPerKey
      const target = slotOf(larger, words[at] ?? 0, words[at + 1] ?? 0)
      larger.words.set(words.subarray(at, at + wordsPerKey), target * wordsPerKey)
      larger.states[target] = state
    }
    table = larger
  }

  const fingerprints: Fingerprints = {
    set(key, content) {
      fingerprints.remove(key)
      fingerprints.add(key, content)
    },
    add(key, content) {
      if (used * 2 >= table.states.length) grow()
      const [first, second] = hash(key)
      const slot = slotOf(table, first, second)
      const state = table.states[slot]
      if (state === open || state === found) return false
      if (state === free) used += 1
      const [third, fourth] = content === undefined ? [0, 0] : hash(content)
      const at = slot * wordsPerKey
      table.words[at] = first
      table.words[at + 1] = second
      table.words[at + 2] = third
      table.words[at + 3] = fourth
      enter(slot, open)
      return true
    },
    find(key, content) {
      const slot = slotOfKey(key)
      const state = table.states[slot]
      if (state === free) return 'unknown'
      if (state === removed) return 'removed'
      enter(slot, found)
      const at = slot * wordsPerKey
      const [third, fourth] = [table.words[at + 2], table.words[at + 3]]
      if (third === 0 && fourth === 0) return 'by-key'
      const bits = hash(content)
      return bits[0] === third && bits[1] === fourth ? 'same' : 'different'
    },
    remove(key) {
      const slot = slotOfKey(key)
      if (table.states[slot] === free) return false
      enter(slot, removed)
      return true
    },
    isOpen: (key) => table.states[slotOfKey(key)] === open,
    countOpen: () => opened,
  }
  return fingerprints
}

function createTable(capacity: number): Table {
  return {
    mask: capacity - 1,
    words: new Uint32Array(capacity * wordsPerKey),
    states: new Uint8Array(capacity),
  }
}
