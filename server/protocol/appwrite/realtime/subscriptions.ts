import { z } from 'zod'
import { type Channel, listenToChannel } from '../../../domain/client-calls/listen-to-channel.ts'
import type { Random, Storage } from '../../../domain/ports.ts'
import { Problem } from '../../../domain/problem.ts'
import { type RequestContext, requireCaller } from '../../../domain/request-context.ts'
import { parseJson } from '../../http/parse-json.ts'
import { parseChannel } from './channels.ts'

/** The subscriptions of one connection, in the forms of the three SDK generations (protocol §8). */

const maxChannels = 100

export type Subscriptions = {
  /** Adds or replaces a subscription. Returns false, and changes nothing, when a channel is unknown or forbidden. */
  readonly set: (id: string, names: readonly string[]) => Promise<boolean>
  readonly remove: (id: string) => boolean
  /** The ids of the subscriptions with such a channel. */
  readonly matching: (isWanted: (channel: Channel) => boolean) => string[]
  readonly channels: () => string[]
}

/** `context`: of the request that opened the connection, with its caller. */
export function createSubscriptions(storage: Storage, context: RequestContext): Subscriptions {
  const sessionId = requireCaller(context).session.id
  const byId = new Map<string, ReadonlyMap<string, Channel>>()
  return {
    async set(id, names) {
      // The caller's present state: the email may have been verified since the connection was opened.
      const caller = (await storage.sessions.findLiveByIds([sessionId])).get(sessionId)
      if (!caller) return false
      const channels = new Map<string, Channel>()
      for (const name of names) {
        // Only the server adds the channel with the account's id; a client's is dropped.
        if (name.startsWith('account.')) continue
        const channel = parseChannel(name)
        if (!channel || !(await mayListen(storage, { ...context, caller }, channel))) return false
        channels.set(name, channel)
      }
      if ((byId.size >= maxChannels && !byId.has(id)) || channels.size > maxChannels) return false
      byId.set(id, channels)
      return true
    },
    remove: (id) => byId.delete(id),
    matching: (isWanted) => [...byId].flatMap(([id, channels]) => ([...channels.values()].some(isWanted) ? [id] : [])),
    channels: () => [...new Set([...byId.values()].flatMap((channels) => [...channels.keys()]))],
  }
}

async function mayListen(storage: Storage, context: RequestContext, channel: Channel): Promise<boolean> {
  try {
    await listenToChannel({ storage }, context, channel)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

/** The subscriptions of the connect URL: plain channels (SDK up to 22.0), or channels by slot (22.1 to 24). */
export type UrlSubscriptions = {
  readonly plain: readonly string[]
  readonly slots: ReadonlyMap<string, readonly string[]>
  /** The queries of all slots together. */
  readonly queries: readonly string[]
}

export function readUrlSubscriptions(search: URLSearchParams): UrlSubscriptions {
  const plain = [...search].filter(([name]) => /^channels\[\d*\]$/.test(name)).map(([, value]) => value)
  const slots = new Map<string, string[]>()
  const queries: string[] = []
  for (const [name, value] of search) {
    const [, channel, slot] = /^([A-Za-z0-9._*-]+)\[(\w+)\]\[\d*\]$/.exec(name) ?? []
    if (channel === undefined || slot === undefined) continue
    slots.set(slot, [...(slots.get(slot) ?? []), channel])
    queries.push(value)
  }
  return { plain, slots, queries }
}

export const subscribeMessage = z
  .array(
    z.looseObject({
      subscriptionId: z.string().min(1).max(64),
      channels: z.array(z.string().max(200)).min(1).max(maxChannels),
      queries: z.array(z.string().max(4_096)).max(10).optional(),
    }),
  )
  .min(1)
  .max(maxChannels)

export const unsubscribeMessage = z.array(z.looseObject({ subscriptionId: z.string().max(64) })).max(maxChannels)

const selection = z.looseObject({ method: z.literal('select'), values: z.array(z.string()) })

/** Queries in subscriptions: `select` has no effect here, all others are refused. */
export function hasOnlySelect(queries: readonly string[]): boolean {
  return queries.every((query) => selection.safeParse(parseJson(query)).success)
}

/** The server chooses the ids of the slots of a URL. */
export async function subscribeUrl(
  subscriptions: Subscriptions,
  random: Random,
  { plain, slots }: UrlSubscriptions,
): Promise<Readonly<Record<string, string>> | undefined> {
  if (plain.length > 0 && slots.size === 0 && !(await subscriptions.set('url', plain))) return undefined
  const ids: Record<string, string> = {}
  for (const [slot, names] of slots) {
    const id = random.id()
    if (!(await subscriptions.set(id, names))) return undefined
    ids[slot] = id
  }
  return ids
}
