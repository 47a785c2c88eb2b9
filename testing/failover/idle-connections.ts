import { setTimeout as wait } from 'node:timers/promises'
import { createKeepAliveClient, RefusedCall } from '../keep-alive-client.ts'

const connections = 800
const requestsOfEach = 4
const idleMs = { shortest: 4_000, longest: 7_000 }
/** Node ends a connection a second after the 5 s that it promises: most requests come around that moment. */
const criticalMs = { shortest: 5_900, longest: 6_050 }

export type IdleSeen = { readonly requests: number; readonly lost: readonly string[] }

/** Browsers that keep their connections and ask again after 4 to 7 s, without any fault. Each request must be answered. */
export async function askOnIdleConnections(origin: string): Promise<IdleSeen> {
  const lost: string[] = []

  async function browse(index: number): Promise<void> {
    const client = createKeepAliveClient(origin, {}, { maxIdleMs: 2 * idleMs.longest })
    const { shortest, longest } = index % 4 === 0 ? idleMs : criticalMs
    const idle = shortest + (index / connections) * (longest - shortest)
    for (let request = 0; request <= requestsOfEach; request++) {
      if (request > 0) await wait(idle)
      await client.call('GET', '/healthz').catch((error: unknown) => {
        const answer = error instanceof RefusedCall ? String(error.answer.status) : String(error)
        lost.push(`a request after ${Math.round(idle)} ms of idleness: ${answer}`)
      })
    }
    client.close()
  }
  await Promise.all(Array.from({ length: connections }, (_, index) => browse(index)))
  return { requests: connections * requestsOfEach, lost }
}
