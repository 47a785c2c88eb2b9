import { type Audience, accountAudience, audienceOf, type Change } from '../../../domain/changes/change-feed.ts'
import type { Deps } from '../../../domain/deps.ts'
import { createKeyedSemaphore } from '../../../domain/limits/keyed-semaphore.ts'
import type { Connection } from './connection.ts'
import { type DeliverDeps, deliver } from './deliver.ts'

type HubDeps = DeliverDeps & {
  readonly log: { readonly error: (fields: object, message: string) => void }
}

export type Hub = {
  readonly add: (connection: Connection) => void
  readonly remove: (connection: Connection) => void
  readonly countOfAccount: (accountId: string) => number
  readonly countOfAddress: (address: string) => number
  readonly close: () => void
}

/** How soon a socket closes after its session ended (rules §4, Realtime: within 5 s). */
const sweepMs = 4_000
const pingMs = 30_000

/**
 * All open sockets of this process. Sends each change to those who may see it, and closes sockets whose session has
 * ended.
 */
export function createHub(deps: HubDeps): Hub {
  const { storage, log } = deps
  const byAudience = new Map<Audience, Set<Connection>>()
  const addresses = new Map<string, number>()
  const all = () => [...new Set([...byAudience.values()].flatMap((connections) => [...connections]))]
  const reportFailure = (error: unknown) => log.error({ err: error }, 'A change could not be sent to open screens')
  const semaphore = createKeyedSemaphore()
  /** Changes of groups that wait for their turn: as they say only that something has changed, one says it for several. */
  const waiting = new Set<string>()
  /** After the reconnect the app reads everything again, and so gets what it missed. */
  const letReadAgain = (connections: Iterable<Connection>) => {
    for (const connection of connections) connection.refuse(1012, 'Please reconnect')
  }

  /**
   * Reads of one document run one after the other: with two at once, the older result could be sent last, and its stale
   * state would stay on the screen.
   */
  async function deliverInTurn(audience: Audience, change: Change): Promise<void> {
    const what = `${audience} ${nameOf(change)}`
    if (waiting.has(what)) return
    const isGroup = 'groupId' in change
    if (isGroup) waiting.add(what)
    const leave = await semaphore.enter(what, async (inside) => inside === 0)
    waiting.delete(what)
    try {
      const connections = [...(byAudience.get(audience) ?? [])]
      await deliver(deps, change, connections)
    } catch (error) {
      reportFailure(error)
      letReadAgain(byAudience.get(audience) ?? [])
    } finally {
      leave()
    }
  }

  const unsubscribe = storage.changeFeed.subscribe({
    onChange: (change) => {
      for (const audience of audienceOf(change)) {
        if (byAudience.has(audience)) void deliverInTurn(audience, change)
      }
    },
    onGap: () => letReadAgain(all()),
  })
  const sweep = setInterval(() => endDeadSessions(storage, all()).catch(reportFailure), sweepMs)
  const ping = setInterval(() => {
    for (const connection of all()) if (!connection.checkAlive()) connection.terminate()
  }, pingMs)
  sweep.unref()
  ping.unref()

  return {
    add(connection) {
      for (const audience of connection.audiences) {
        byAudience.set(audience, (byAudience.get(audience) ?? new Set()).add(connection))
      }
      addresses.set(connection.address, (addresses.get(connection.address) ?? 0) + 1)
    },
    remove(connection) {
      let isKnown = false
      for (const audience of connection.audiences) {
        const connections = byAudience.get(audience)
        if (connections?.delete(connection)) isKnown = true
        if (connections?.size === 0) byAudience.delete(audience)
      }
      if (!isKnown) return
      const left = (addresses.get(connection.address) ?? 1) - 1
      if (left > 0) addresses.set(connection.address, left)
      else addresses.delete(connection.address)
    },
    countOfAccount: (accountId) => byAudience.get(accountAudience(accountId))?.size ?? 0,
    countOfAddress: (address) => addresses.get(address) ?? 0,
    close() {
      clearInterval(sweep)
      clearInterval(ping)
      unsubscribe()
      for (const connection of all()) connection.refuse(1012, 'The server restarts')
    },
  }
}

function nameOf(change: Change): string {
  if ('groupId' in change) return `group ${change.groupId} ${change.sessionId}`
  return 'collection' in change ? `${change.collection} ${change.id}` : 'account'
}

async function endDeadSessions(storage: Deps['storage'], connections: readonly Connection[]): Promise<void> {
  if (connections.length === 0) return
  const live = await storage.sessions.findLiveByIds([...new Set(connections.map(({ sessionId }) => sessionId))])
  for (const connection of connections) {
    const caller = live.get(connection.sessionId)
    if (!caller) connection.refuse(1008, 'The session has ended')
    else if (caller.account.label !== connection.label) connection.refuse(1008, 'The account has got its label')
  }
}
