import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { resolvesWithin } from '../../async/resolves-within.ts'
import type { Change } from '../../domain/changes/change-feed.ts'
import type { ChangeEmitter } from '../change-emitter.ts'
import { prepareForRows } from '../given-rows.ts'
import type { Handle } from '../handle.ts'

/** The NOTIFY channel that all processes of an installation share. */
export const changeChannel = 'rollkey_changes'

/** Between two tries to connect: the database may be back at any moment. */
const retryEveryMs = 1_000
const goodbyeMs = 1_000

// Without the second one PostgreSQL would plan the statement again for each list of ids: longer than it runs.
const settings = 'set synchronous_commit = off; set plan_cache_mode = force_generic_plan'

/** One statement: a change is published exactly when its row is deleted, by whichever process. */
const publish = (name: string, which: string) => ({
  name,
  text: `with told as (delete from pending_changes where ${which} returning change)
    select pg_notify('${changeChannel}', change) from told`,
})
const publishThese = publish('publish-these', 'id = any($1)')
// Changes of a process that died between its commit and its notice.
const publishForgotten = publish('publish-forgotten', `written_at < clock_timestamp() - interval '2 seconds'`)

const silence = () => new Error('The connection that listens for changes is silent')

type ChangeExchangeOptions = {
  readonly connect: () => Promise<Client>
  readonly emitter: ChangeEmitter
  readonly onLost: (error: Error) => void
  /** How often left-over changes are published, and how long the connection may be silent when it is used, ms. */
  readonly sweepEveryMs?: number
  readonly silenceMs?: number
}

export type ChangeExchange = {
  /** Publishes committed changes to all processes; `ids` are those that `recordChange` returned. */
  readonly announce: (ids: readonly string[]) => void
  /** Publishes what is still pending, and ends the listening. */
  readonly close: () => Promise<void>
}

const columns = { id: 'text', change: 'text' } as const
const record = prepareForRows<Record<keyof typeof columns, string>, Readonly<Record<never, never>>, unknown>(
  columns,
  ({ db }, given) =>
    db
      .insertInto('pending_changes')
      .columns(['id', 'change'])
      .expression(db.selectFrom(given).select(['id', 'change'])),
)

/** Records changes in the transaction that makes them. Returns the ids with which they are announced after the commit. */
export async function recordChanges(handle: Handle, changes: readonly Change[]): Promise<string[]> {
  const rows = changes.map((change) => ({ id: randomUUID(), change: JSON.stringify(change) }))
  await record(handle, rows, {})
  return rows.map(({ id }) => id)
}

/**
 * Listens and publishes on its own connection. A NOTIFY within a transaction would make all such transactions of the
 * database commit one by one, each waiting for the disk. Here one notice, which waits for no disk, publishes the
 * changes of many transactions. A lost connection may lose notices: after the reconnect the listeners get a gap, and
 * read again what they show.
 */
export async function openChangeExchange(options: ChangeExchangeOptions): Promise<ChangeExchange> {
  const { connect, emitter, onLost, sweepEveryMs = 2_000, silenceMs = 5_000 } = options
  let client: Client | undefined
  let isClosed = false
  let retries: NodeJS.Timeout | undefined
  let pending: string[] = []
  let publishing: Promise<void> | undefined

  async function open(): Promise<void> {
    const opened = await connect()
    opened.on('notification', ({ payload }) => emitter.emit(JSON.parse(payload ?? '')))
    opened.on('error', (error) => lose(opened, error))
    try {
      const listening = opened.query(`${settings}; listen ${changeChannel}`)
      if (!(await resolvesWithin(listening, silenceMs))) throw silence()
      if (isClosed) throw new Error('It was closed meanwhile')
      if (client !== undefined) throw new Error('Another try came first')
    } catch (error) {
      // A standby accepts connections and refuses to listen: repeated tries without closing would use up its
      // connections.
      opened.removeAllListeners('notification')
      void end(opened)
      throw error
    }
    client = opened
  }

  function lose(lost: Client, error: Error): void {
    if (isClosed || client !== lost) return
    client = undefined
    lost.removeAllListeners('notification')
    void end(lost)
    onLost(error)
    reopen()
    retries = setInterval(reopen, retryEveryMs)
    retries.unref()
  }

  /** A try may hang for seconds on a machine that is gone, so the next one does not wait for it. */
  function reopen(): void {
    open().then(
      () => {
        clearInterval(retries)
        emitter.emitGap()
      },
      (error: Error) => {
        if (!isClosed && client === undefined) onLost(error)
      },
    )
  }

  /**
   * A change whose publication fails stays in the table, and the next sweep of any process publishes it. A network that
   * drops packets breaks no connection, and a process that only listens would miss changes for hours: a silent
   * connection counts as lost.
   */
  async function run(statement: ReturnType<typeof publish>, values: readonly unknown[]): Promise<void> {
    const used = client
    if (used === undefined) return
    try {
      const answer = used.query({ ...statement, values: [...values] })
      if (await resolvesWithin(answer, silenceMs)) return
      answer.catch(() => undefined)
      lose(used, silence())
    } catch (error) {
      onLost(error instanceof Error ? error : new Error(String(error)))
    }
  }

  /** Changes that were committed during the last notice go with the next one. */
  async function publishAll(): Promise<void> {
    while (pending.length > 0) {
      const ids = pending
      pending = []
      await run(publishThese, [ids])
    }
    publishing = undefined
  }

  await open()
  let isSweeping = false
  const sweep = setInterval(() => {
    if (isSweeping) return
    isSweeping = true
    void run(publishForgotten, []).finally(() => {
      isSweeping = false
    })
  }, sweepEveryMs)
  sweep.unref()
  return {
    announce(ids) {
      pending.push(...ids)
      publishing ??= publishAll()
    },
    async close() {
      clearInterval(sweep)
      await publishing
      isClosed = true
      clearInterval(retries)
      if (client) await end(client)
    },
  }
}

/** Says goodbye. A server that is gone does not answer it: then the connection is cut. */
async function end(client: Client): Promise<void> {
  const hasEnded = await resolvesWithin(client.end(), goodbyeMs).catch(() => false)
  if (!hasEnded) client.connection.stream.destroy()
}
