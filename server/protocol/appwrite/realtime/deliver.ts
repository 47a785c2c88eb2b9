import { setTimeout as rest } from 'node:timers/promises'
import type { Collection } from '#contract/identifiers.ts'
import type { Caller } from '../../../domain/callers.ts'
import type { AccountChange, Change, DocumentChange, GroupChange } from '../../../domain/changes/change-feed.ts'
import { mayStillHear } from '../../../domain/client-calls/listen-to-channel.ts'
import type { Deps } from '../../../domain/deps.ts'
import { enter } from '../../../domain/doors.ts'
import { findHolder } from '../../../domain/institutes/own-groups.ts'
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
import {
  accountChannels,
  accountEventNames,
  documentChannels,
  documentEventNames,
  groupEventNames,
} from './event-names.ts'

export type DeliverDeps = Pick<Deps, 'storage' | 'decoyKey' | 'auditBudget'> & { readonly limiter: RateLimiter }

/** Sends a change to those of these who may see it now. */
export function deliver(deps: DeliverDeps, change: Change, connections: readonly Connection[]): Promise<void> {
  return 'groupId' in change ? deliverOfGroup(deps, change, connections) : deliverObject(deps, change, connections)
}

/** Sends each listener the answer that a GET would give it at this moment; nothing if a GET would be refused. */
async function deliverObject(
  deps: DeliverDeps,
  change: Exclude<Change, GroupChange>,
  connections: readonly Connection[],
): Promise<void> {
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

/** Students read again when they hear: so many at once, with so much time after them, leave room for who checks in. */
const studentsAtOnce = 20
const restMs = 100

/** Tells those who may read the group now, or whom it expects. That is asked once for all. */
async function deliverOfGroup(
  deps: DeliverDeps,
  change: GroupChange,
  connections: readonly Connection[],
): Promise<void> {
  const { groupId, sessionId, isForStudents, at } = change
  const expected = isForStudents && groupId !== null ? await deps.storage.receipts.listExpected(groupId) : undefined
  const listening = connections.flatMap((connection) => {
    if (expected && !connection.audiences.some((audience) => expected.has(audience))) return []
    const subscriptions = connection.subscriptions.matching((channel) => matches(channel, change))
    return subscriptions.length > 0 ? [{ connection, subscriptions }] : []
  })
  if (listening.length === 0) return
  const callers = await deps.storage.sessions.findLiveByIds(listening.map(({ connection }) => connection.sessionId))
  const contexts = new Map([...callers].map(([sessionId, caller]) => [sessionId, contextAs(deps, caller)]))
  const teachers = [...contexts.values()].flatMap((context) => findHolder(context) ?? [])
  const asks = groupId !== null && teachers.length > 0
  const holders = asks ? await deps.storage.staff.listHolders(groupId, teachers) : teachers
  const told = {
    events: groupEventNames(groupId),
    channels: ['groups'],
    payload: { groupId, ...(sessionId !== undefined && { sessionId }) },
    timestamp: toDateTime(at),
  }
  for (const [place, { connection, subscriptions }] of listening.entries()) {
    if (isForStudents && place > 0 && place % studentsAtOnce === 0) await rest(restMs)
    const context = contexts.get(connection.sessionId)
    const holder = context && findHolder(context)
    if (!context) connection.refuse(1008, 'The session has ended')
    else if (mayStillHear(context, { kind: 'groups' }) && (holder === undefined || holders.includes(holder)))
      connection.send({ type: 'event', data: { ...told, subscriptions } })
  }
}

type PublishedEvent = { readonly events: string[]; readonly channels: string[]; readonly payload: object }

async function frameDocument(
  deps: DeliverDeps,
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
  deps: DeliverDeps,
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
  deps: DeliverDeps,
  context: RequestContext,
  collection: Collection,
  id: string,
): Promise<ProfileView> {
  return collection === 'organisations'
    ? readInstitute(deps, await enter('institute.view', context))
    : readInstituteStudent(deps, await enter('institute.students', context), id)
}

function contextAs(deps: DeliverDeps, caller: Caller): RequestContext {
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
