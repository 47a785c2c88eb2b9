import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { projectId } from '#contract/identifiers.ts'
import { askForMark, connect, prove } from '../faults/marking.ts'
import type { PopulatedInstitute, PopulatedStudent } from '../populate-institute.ts'

const screens = 6
const marksPerSecond = 12
/** How long a screen repeats what was not answered. */
const patienceMs = 90_000
const pauseMs = 500

/** What the screens of an institute saw while marks were made without pause. */
export type Seen = {
  /** By the student's id: when the mark was acknowledged, epoch ms. */
  readonly acknowledged: ReadonlyMap<string, number>
  /** By status, or 'none' where the connection ended: how many calls were answered otherwise than with a success. */
  readonly refusals: Readonly<Record<string, number>>
  /** Students whom a screen gave up. */
  readonly givenUp: readonly string[]
  /** Students of whose marks an open screen has not heard, though they were acknowledged after it had read everything again. */
  readonly unheard: readonly string[]
  /** When that screen read everything for the last time, epoch ms. */
  readonly readAt: number
}

export type Traffic = {
  readonly countAcknowledged: () => number
  /** The longest time between two acknowledged marks since then, ms. */
  readonly longestGapSince: (time: number) => number
  /** Resolves when so many more marks are acknowledged. */
  readonly untilMore: (marks: number) => Promise<void>
  /** Ends when the marks that were begun have ended. */
  readonly stop: () => Promise<Seen>
}

export function startTraffic(origin: string, institute: PopulatedInstitute): Traffic {
  const waiting = [...institute.students]
  const acknowledged = new Map<string, number>()
  const refusals: Record<string, number> = {}
  const givenUp: string[] = []
  const listener = listen(origin, institute)
  let isStopped = false

  function note(error: unknown): string {
    const [, status = 'none'] = /: (\d{3}) /.exec(String(error)) ?? []
    refusals[status] = (refusals[status] ?? 0) + 1
    return status
  }

  /** True once the student's mark is acknowledged: with the call for it, or by the word that it is there already. */
  async function mark(client: ReturnType<typeof connect>, student: PopulatedStudent): Promise<boolean> {
    const end = Date.now() + patienceMs
    let isProven = false
    while (Date.now() < end) {
      try {
        if (!isProven) await prove(client, student)
        isProven = true
        await askForMark(client, institute, student.id)
        return true
      } catch (error) {
        const status = note(error)
        if (status === '409') return true
        // The proof is gone with the database's last moments: the student proves again.
        if (status === '401') isProven = false
        await wait(pauseMs)
      }
    }
    return false
  }

  async function runScreen(): Promise<void> {
    const client = connect(origin, institute)
    for (let student = waiting.shift(); student && !isStopped; student = waiting.shift()) {
      const next = wait((screens * 1_000) / marksPerSecond)
      if (await mark(client, student)) acknowledged.set(student.id, Date.now())
      else givenUp.push(student.id)
      await next
    }
    client.close()
  }
  const running = Promise.all(Array.from({ length: screens }, runScreen))

  return {
    countAcknowledged: () => acknowledged.size,
    longestGapSince(time) {
      const times = [...acknowledged.values(), Date.now()].sort((a, b) => a - b)
      const gaps = times.slice(1).map((at, index) => (at < time ? 0 : at - (times[index] ?? at)))
      return Math.max(0, ...gaps)
    },
    async untilMore(marks) {
      const goal = acknowledged.size + marks
      while (acknowledged.size < goal) {
        if (waiting.length === 0) throw new Error('There are no more students to mark')
        await wait(100)
      }
    },
    async stop() {
      isStopped = true
      await running
      return { acknowledged, refusals, givenUp, ...(await listener.close(acknowledged)) }
    },
  }
}

type Listener = {
  /** Waits a moment for the last events. */
  readonly close: (acknowledged: ReadonlyMap<string, number>) => Promise<Pick<Seen, 'unheard' | 'readAt'>>
}

/** The institute's own screen, which connects again and reads again whenever its socket is closed. */
function listen(origin: string, { sessionToken }: PopulatedInstitute): Listener {
  const heard = new Set<string>()
  let readAt = 0
  let isClosed = false
  let socket: WebSocket | undefined

  function open(): void {
    const address = `${origin.replace('http', 'ws')}/v1/realtime?project=${projectId}&channels[]=documents`
    socket = new WebSocket(address, { headers: { origin, cookie: `session=${sessionToken}` } })
    socket.on('message', (data: Buffer) => {
      const { type, data: content } = JSON.parse(data.toString()) as {
        type: string
        data: { payload?: { $id: string } }
      }
      if (type === 'connected') readAt = Date.now()
      if (type === 'event' && content.payload) heard.add(content.payload.$id)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (!isClosed) setTimeout(open, pauseMs)
    })
  }
  open()

  return {
    async close(acknowledged) {
      const findUnheard = () => [...acknowledged].filter(([id, at]) => !heard.has(id) && at > readAt).map(([id]) => id)
      const end = Date.now() + 10_000
      while (findUnheard().length > 0 && Date.now() < end) await wait(200)
      isClosed = true
      socket?.terminate()
      return { unheard: findUnheard(), readAt }
    },
  }
}
