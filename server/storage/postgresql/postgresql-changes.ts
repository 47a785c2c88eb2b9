import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { resolvesWithin } from '../../async/resolves-within.ts'
import type { Change } from '../../domain/changes/change-feed.ts'
import type { ChangeEmitter } from '../change-emitter.ts'
import type { Handle } from '../handle.ts'
import { prepareQuery } from '../prepared-query.ts'

/** The name of the NOTIFY channel that all processes of an installation share. */
export const changeChannel = 'rollkey_changes'

const longestPauseMs = 2_000
const goodbyeMs = 1_000

/** In one statement: a change is told exactly when its row goes, whoever does it. */
const publish = (name: string, which: string) => ({
  name,
  text: `with told as (delete from pending_changes where ${which} returning change)
    select pg_notify('${changeChannel}', change) from told`,
})
const publishThese = publish('publish-these', 'id = any($1)')
// What a process left behind that died between its commit and its notice.
const publishForgotten = publish('publish-forgotten', `written_at < clock_timestamp() - interval '2 seconds'`)

const silence = () => new Error('The connection that listens for changes is silent')

type ChangeExchangeOptions = {
  readonly connect: () => Promise<Client>
  readonly emitter: ChangeEmitter
  readonly onLost: (error: Error) => void
  /** How often what others left behind is told, and how long the connection may be silent when it is used, ms. */
  readonly sweepEveryMs?: number
  readonly silenceMs?: number
}

export type ChangeExchange = {
  /** Tells all processes of changes that are committed; `ids` are those that `recordChange` gave. */
  readonly announce: (ids: readonly string[]) => void
  /** Tells what is still to be told, and ends the listening. */
  readonly close: () => Promise<void>
}

const record = prepareQuery(({ db }, row: { id: string; change: string }) =>
  db.insertInto('pending_changes').values(row),
)

/** Writes a change down in the transaction that makes it. Returns the id to announce it by once that is committed. */
export async function recordChange(handle: Handle, change: Change): Promise<string> {
  const id = randomUUID()
  await record(handle, { id, change: JSON.stringify(change) })
  return id
}

/**
 * Listens and tells on a connection of its own. A NOTIFY inside a transaction would make all such transactions of the
 * database commit one after the other, each waiting for the disk; here one notice, which waits for no disk, tells
 * what many transactions have committed. When the connection is lost, notices may be lost with it: after the reconnect
 * the listeners are told of a gap, and read again what they show.
 */
export async function openChangeExchange(options: ChangeExchangeOptions): Promise<ChangeExchange> {
  const { connect, emitter, onLost, sweepEveryMs = 2_000, silenceMs = 5_000 } = options
  let client: Client | undefined
  let isClosed = false
  let pause: NodeJS.Timeout | undefined
  let pending: string[] = []
  let publishing: Promise<void> | undefined

  async function open(): Promise<void> {
    const opened = await connect()
    opened.on('notification', ({ payload }) => emitter.emit(JSON.parse(payload ?? '') as Change))
    opened.on('error', (error) => lose(opened, error))
    try {
      const listening = opened.query(`set synchronous_commit = off; listen ${changeChannel}`)
      if (!(await resolvesWithin(listening, silenceMs))) throw silence()
      if (isClosed) throw new Error('It was closed meanwhile')
    } catch (error) {
      // A standby lets in and refuses to listen: tried again and again, connections would fill it up.
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
    reopenAfter(0, 500)
  }

  function reopenAfter(ms: number, nextMs: number): void {
    pause = setTimeout(() => {
      open().then(
        () => emitter.emitGap(),
        (error: Error) => {
          if (isClosed) return
          onLost(error)
          reopenAfter(nextMs, Math.min(nextMs * 2, longestPauseMs))
        },
      )
    }, ms)
    pause.unref()
  }

  /**
   * What fails here stays in the table, and the next sweep of any process tells it. A network that swallows packets breaks
   * no connection, and who only listens would be deaf for hours without knowing: a silent one counts as lost.
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
      onLost(error as Error)
    }
  }

  /** Whatever was committed while the last notice was on its way goes with the next one. */
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
      clearTimeout(pause)
      if (client) await end(client)
    },
  }
}

/** Says goodbye. A server that is gone does not answer it: then the connection is cut. */
async function end(client: Client): Promise<void> {
  const hasEnded = await resolvesWithin(client.end(), goodbyeMs).catch(() => false)
  if (!hasEnded) client.connection.stream.destroy()
}
