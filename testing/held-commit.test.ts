import { QueryClient, QueryObserver } from '@tanstack/react-query'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { databaseId, projectId } from '#contract/identifiers.ts'
import { callAppwrite } from '../web/client/call-appwrite.ts'
import { catchUp, leaveLive } from '../web/client/first-reads.ts'
import { createRealtime } from '../web/client/realtime.ts'
import { hearingOf, liveChannels } from '../web/live/live-channels.ts'
import { readAgain } from '../web/live/read-again.ts'
import { type Cluster, canRunCluster, startCluster } from './cluster.ts'
import {
  documentsPath,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from './people-over-http.ts'
import { connectRealtime } from './realtime-client.ts'
import { untilLockAwaited } from './until-lock-awaited.ts'

/**
 * A page reads while a change is committed at another process. No notice says up to where a read is new, because commits
 * overtake each other: what counts is that the connection stood before the read was asked.
 */
describe.runIf(canRunCluster())('a page that opens while another process holds a commit open', () => {
  let cluster: Cluster
  let institute: Person
  let student: Person
  let lock: pg.Client
  let count = 0
  const statuses: number[] = []
  const platformFetch = globalThis.fetch

  beforeAll(async () => {
    cluster = await startCluster()
    institute = await registerOrganisation(cluster)
    await registerPasskey(institute)
    student = await registerStudent(cluster, institute.id)
    lock = new pg.Client({ connectionString: cluster.database.databaseUrl })
    await lock.connect()
    await lock.query(`create function hold_commit() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(4711); return null; end $$`)
    await lock.query(`create constraint trigger hold_commit after update on students
      deferrable initially deferred for each row execute function hold_commit()`)
  })
  afterAll(async () => {
    await lock.end()
    await cluster.close()
  })
  const at = (process: number) => cluster.processes[process]?.url ?? ''
  const headers = () => ({ origin: cluster.origin, cookie: student.http.cookies.header('/v1') ?? '' })

  beforeEach(() => {
    statuses.length = 0
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      const given = { ...(init.headers as Record<string, string>), ...headers() }
      const response = await platformFetch(at(1) + address, { ...init, headers: given })
      statuses.push(response.status)
      return response
    })
    class PageSocket extends WebSocket {
      constructor(address: string) {
        super(address, { headers: headers() })
      }
    }
    vi.stubGlobal('WebSocket', PageSocket)
  })
  afterEach(() => {
    leaveLive()
    vi.unstubAllGlobals()
  })

  /** Begins a change at one process. `commit` lets it end, and resolves when another process has heard of it. */
  async function holdChange() {
    const phoneNumber = `98450 ${10_000 + ++count}`
    const witness = connectRealtime(student.http, `project=${projectId}&channels[]=documents`, { server: at(1) })
    onTestFinished(() => witness.socket.terminate())
    await witness.next()
    await lock.query('select pg_advisory_lock(4711)')
    const changed = platformFetch(`${at(0)}${documentsPath('STD')}/${student.id}`, {
      method: 'PATCH',
      headers: { ...headers(), 'content-type': 'application/json', 'x-appwrite-project': projectId },
      body: JSON.stringify({ data: { phoneNumber } }),
    })
    await untilLockAwaited(cluster.database, changed)
    return {
      phoneNumber,
      async commit() {
        await lock.query('select pg_advisory_unlock(4711)')
        expect((await changed).status).toBe(200)
        await witness.hear(({ data }) => Object(data.payload).phoneNumber === phoneNumber)
      },
    }
  }

  /** The page of the student: a screen that shows the document, and the live connection (web/live/keep-screens-live.ts). */
  function openPage() {
    const queries = new QueryClient({
      defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
    })
    const queryKey = ['student']
    const values = { databaseId, collectionId: 'students', documentId: student.id } as const
    const queryFn = () =>
      callAppwrite('GET /databases/:databaseId/collections/:collectionId/documents/:documentId', values)
    onTestFinished(new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => undefined))
    const shown = () => Object(queries.getQueryData(queryKey)).phoneNumber as string | undefined
    const readAll = () => readAgain(queries, {})
    return {
      readAll,
      shown,
      isRead: () => expect.poll(shown).toBeDefined(),
      listen: async () => {
        const stands = Promise.withResolvers<void>()
        const stop = createRealtime(at(1)).listen(liveChannels('STD', student.id, hearingOf({ prefs: {} })), {
          onEvent: () => void readAll(),
          onConnected: () => void catchUp(readAll).then(stands.resolve),
          onRefused: () => stands.reject(new Error('refused')),
        })
        onTestFinished(stop)
        await stands.promise
      },
    }
  }

  test('and has read before its connection stands, shows the change that was committed in between', async () => {
    const change = await holdChange()
    const page = openPage()
    await page.isRead()
    expect(page.shown()).not.toBe(change.phoneNumber)
    await change.commit()
    await page.listen()
    expect([page.shown(), statuses]).toEqual([change.phoneNumber, [200, 200]])
  })

  test('control: where nothing is old, the same page goes on showing what was', async () => {
    Object.defineProperty(Object.prototype, 'isOld', { configurable: true, get: () => false, set: () => undefined })
    onTestFinished(() => void Reflect.deleteProperty(Object.prototype, 'isOld'))
    const change = await holdChange()
    const page = openPage()
    await page.isRead()
    await change.commit()
    await page.listen()
    expect([page.shown() === change.phoneNumber, statuses]).toEqual([false, [200]])
  })

  test('and has caught up meanwhile, without a body, shows it after the commit', async () => {
    const change = await holdChange()
    const page = openPage()
    await page.isRead()
    await page.listen()
    expect(statuses).toEqual([200, 304])
    expect(page.shown()).not.toBe(change.phoneNumber)
    await change.commit()
    await expect.poll(page.shown).toBe(change.phoneNumber)
  })

  test('and reads when its connection stands, shows it after the commit, although another change was told before', async () => {
    const change = await holdChange()
    const listening = openPage()
    await listening.listen()
    const page = openPage()
    await page.isRead()
    await startAttendance(institute)
    await page.readAll()
    expect(page.shown()).not.toBe(change.phoneNumber)
    await change.commit()
    await expect.poll(listening.shown).toBe(change.phoneNumber)
  })
})
