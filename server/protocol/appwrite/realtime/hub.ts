import type { Collection } from '#contract/identifiers.ts'
import type { Caller } from '../../../domain/callers.ts'
import {
  type AccountChange,
  type Audience,
  accountAudience,
  audienceOf,
  type Change,
  type DocumentChange,
} from '../../../domain/changes/change-feed.ts'
import { mayStillHear } from '../../../domain/client-calls/listen-to-channel.ts'
import type { Deps } from '../../../domain/deps.ts'
import { enter } from '../../../domain/doors.ts'
import { createKeyedSemaphore } from '../../../domain/limits/keyed-semaphore.ts'
import type { RateLimiter } from '../../../domain/limits/rate-limiter.ts'
import { isAllowed } from '../../../domain/permissions.ts'
import { Problem } from '../../../domain/problem.ts'
import { readInstitute, readInstituteStudent } from '../../../domain/profiles/read-institute.ts'
import { getOrganisation } from '../../../domain/profiles/read-organisations.ts'
import { getStudent } from '../../../domain/profiles/read-students.ts'
import type { RequestContext } from '../../../domain/request-context.ts'
import type { ProfileView } from '../../../domain/views/projections.ts'
import { toDateTime } from '../../http/date-time.ts'
import { toSessionModel, toTokenModel, toUserModel } from '../account/models.ts'
import { toDocument } from '../databases/document-model.ts'
import { matches } from './channels.ts'
import type { Connection } from './connection.ts'
import { accountChannels, accountEventNames, documentChannels, documentEventNames } from './event-names.ts'

type HubDeps = Pick<Deps, 'storage' | 'decoyKey' | 'auditBudget'> & {
  readonly limiter: RateLimiter
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
  /** After the reconnect the app reads everything again, and so gets what it missed. */
  const letReadAgain = (connections: Iterable<Connection>) => {
    for (const connection of connections) connection.refuse(1012, 'Please reconnect')
  }

  /**
   * Reads of one document run one after the other: with two at once, the older result could be sent last, and its stale
   * state would stay on the screen.
   */
  async function deliverInTurn(audience: Audience, change: Change): Promise<void> {
    const what = 'collection' in change ? `${change.collection} ${change.id}` : 'account'
    const leave = await semaphore.enter(`${audience} ${what}`, async (inside) => inside === 0)
    try {
      await deliver(deps, change, [...(byAudience.get(audience) ?? [])])
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

/** Sends each listener the answer that a GET would give it at this moment; nothing if a GET would be refused. */
async function deliver(deps: HubDeps, change: Change, connections: readonly Connection[]): Promise<void> {
  if (connections.length === 0) return
  const callers = await deps.storage.sessions.findLiveByIds(connections.map(({ sessionId }) => sessionId))
  for (const connection of connections) {
    const caller = callers.get(connection.sessionId)
    // Who was ended or logged out hears of it at once.
    if (!caller) {
      connection.refuse(1008, 'The session has ended')
      continue
    }
    const context = contextAs(deps, caller)
    const subscriptions = connection.subscriptions.matching(
      (channel) => matches(channel, change) && mayStillHear(context, channel),
    )
    if (subscriptions.length === 0) continue
    const found =
      'collection' in change ? await frameDocument(deps, context, change) : frameAccount(context, caller, change)
    if (!found) continue
    connection.send({ type: 'event', data: { ...found, timestamp: toDateTime(change.at), subscriptions } })
  }
}

type PublishedEvent = { readonly events: string[]; readonly channels: string[]; readonly payload: object }

async function frameDocument(
  deps: HubDeps,
  context: RequestContext,
  change: DocumentChange,
): Promise<PublishedEvent | undefined> {
  const view = await readAs(deps, context, change)
  return (
    view && {
      events: documentEventNames(change.collection, change.id, change.action),
      channels: documentChannels(change.collection, change.id),
      payload: toDocument(view, {}),
    }
  )
}

function frameAccount(
  context: RequestContext,
  { session, account }: Caller,
  change: AccountChange,
): PublishedEvent | undefined {
  const { accountId, event } = change
  if (accountId !== account.id) return undefined
  const told = (payload: object) => ({
    events: accountEventNames(change),
    channels: accountChannels(accountId),
    payload,
  })
  if (event.of === 'account') return told(toUserModel(account))
  if (event.of === 'token') return told(toTokenModel(event.token))
  if (!isAllowed('session.list', context)) return undefined
  return told(toSessionModel(event.session, account.email, event.session.id === session.id))
}

async function readAs(
  deps: HubDeps,
  context: RequestContext,
  { collection, id }: DocumentChange,
): Promise<ProfileView | undefined> {
  try {
    if (context.caller?.staff) return await readForStaff(deps, context, collection, id)
    return collection === 'organisations'
      ? await getOrganisation(deps, await enter('organisations.get', context), id)
      : await getStudent(deps, await enter('students.get', context), id)
  } catch (error) {
    // This caller can no longer see the document.
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** Those who act for an institute read it by the product's own calls. */
async function readForStaff(
  deps: HubDeps,
  context: RequestContext,
  collection: Collection,
  id: string,
): Promise<ProfileView> {
  return collection === 'organisations'
    ? readInstitute(deps, await enter('institute.view', context))
    : readInstituteStudent(deps, await enter('institute.students', context), id)
}

function contextAs(deps: HubDeps, caller: Caller): RequestContext {
  return {
    requestId: 'realtime',
    address: caller.session.addressPrefix,
    userAgent: caller.session.userAgent,
    caller,
    cookies: {},
    limiter: deps.limiter,
    auditBudget: deps.auditBudget,
  }
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
