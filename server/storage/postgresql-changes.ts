import type { Client } from 'pg'
import type { Change } from '../domain/changes/change-feed.ts'
import type { ChangeEmitter } from './change-emitter.ts'

/** The name of the NOTIFY channel that all processes of an installation share. */
export const changeChannel = 'rollkey_changes'

const longestPauseMs = 10_000

type ListenOptions = {
  readonly connect: () => Promise<Client>
  readonly emitter: ChangeEmitter
  readonly onLost: (error: Error) => void
}

/**
 * Listens on a connection of its own. When it is lost, notices may be lost with it: after the reconnect the listeners
 * are told of a gap, and read again what they show. Returns what ends the listening.
 */
export async function listenForChanges({ connect, emitter, onLost }: ListenOptions): Promise<() => Promise<void>> {
  let client: Client | undefined
  let isClosed = false
  let pause: NodeJS.Timeout | undefined

  async function open(): Promise<void> {
    const opened = await connect()
    opened.on('notification', ({ payload }) => emitter.emit(JSON.parse(payload ?? '') as Change))
    opened.on('error', (error) => {
      if (isClosed || client !== opened) return
      client = undefined
      onLost(error)
      reopenAfter(0, 500)
    })
    await opened.query(`listen ${changeChannel}`)
    client = opened
  }

  function reopenAfter(ms: number, nextMs: number): void {
    pause = setTimeout(() => {
      open().then(
        () => emitter.emitGap(),
        (error: Error) => {
          onLost(error)
          if (!isClosed) reopenAfter(nextMs, Math.min(nextMs * 2, longestPauseMs))
        },
      )
    }, ms)
    pause.unref()
  }

  await open()
  return async () => {
    isClosed = true
    clearTimeout(pause)
    await client?.end()
  }
}
