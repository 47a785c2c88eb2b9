import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import type { OpenStorage } from '#server/storage/opened-storage.ts'

/** Guards that a control run switches off, to show that their test would fail. */
export const guards = [
  /** An answer waits for its commit. */
  'answer-after-commit',
  /** A mark, its total and its audit row are one transaction. */
  'one-transaction',
  /** A presence proof is spent, and what came of it is kept. */
  'spent-proof',
  /** A mail that one worker sends is leased, so that no other sends it too. */
  'mail-lease',
  /** A mail that could not be sent is tried again. */
  'mail-retry',
  /** A mailed link's life begins with the mail server's answer. */
  'link-life',
  /** A database that is gone is known as such. */
  'known-outage',
  /** A commit of the embedded engine waits for the disk. */
  'synchronous',
] as const
export type Guard = (typeof guards)[number]

/** Between a transaction's end and its commit, when the answer comes too early. Milliseconds. */
const commitDelayMs = 60

/** Wraps the storage of a server that runs without this guard. Never part of the product. */
export function switchGuardOff(guard: Guard): (storage: OpenStorage) => OpenStorage {
  switch (guard) {
    case 'answer-after-commit':
      return (storage) => ({
        ...storage,
        transaction: (work) =>
          new Promise((resolve, reject) => {
            const committed = storage.transaction(async (stores) => {
              const value = await work(stores)
              resolve(value)
              await pause(commitDelayMs)
            })
            committed.catch(reject)
          }),
      })
    case 'one-transaction':
      return (storage) => ({
        ...storage,
        transaction: (work) =>
          work({
            ...storage,
            memberships: {
              ...storage.memberships,
              // A pause between the mark and its total, in which the fault can happen.
              saveAttendance: async (...attendance) => {
                await pause(commitDelayMs)
                await storage.memberships.saveAttendance(...attendance)
              },
            },
          }),
      })
    case 'spent-proof':
      return (storage) => ({
        ...storage,
        transaction: (work) =>
          storage.transaction((stores) =>
            work({ ...stores, attendance: { ...stores.attendance, spendProof: async () => undefined } }),
          ),
      })
    case 'mail-lease':
      return (storage) => ({
        ...storage,
        outbox: { ...storage.outbox, take: (limit) => storage.outbox.take(limit, 0) },
      })
    case 'mail-retry':
      return (storage) => ({
        ...storage,
        outbox: { ...storage.outbox, markFailed: (id, reason) => storage.outbox.markFailed(id, reason, undefined) },
      })
    case 'link-life':
      return (storage) => ({
        ...storage,
        tokens: { ...storage.tokens, beginLife: async () => undefined, removeSecret: async () => undefined },
      })
    case 'known-outage':
      return (storage) => ({
        ...storage,
        sessions: {
          ...storage.sessions,
          findLive: (hash) =>
            storage.sessions.findLive(hash).catch(() => {
              throw new Error('something')
            }),
        },
      })
    case 'synchronous':
      neverWaitForTheDisk()
      return (storage) => storage
  }
}

function neverWaitForTheDisk(): void {
  const { exec } = DatabaseSync.prototype
  DatabaseSync.prototype.exec = function (statement) {
    return exec.call(this, statement.startsWith('pragma synchronous') ? 'pragma synchronous = off' : statement)
  }
}
