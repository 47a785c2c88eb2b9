import { describeJump, noteClockJump } from '../domain/clock/clock-jumps.ts'
import type { NoticedJump } from '../domain/clock/stores.ts'
import type { Storage } from '../domain/ports.ts'

type ClockWatchOptions = {
  readonly storage: Pick<Storage, 'transaction' | 'clock'>
  readonly log: {
    readonly warn: (fields: object, message: string) => void
    readonly error: (fields: object, message: string) => void
  }
  /** A clock that never jumps, ms. */
  readonly monotonic: () => number
  readonly intervalMs?: number
}

/** A reading of the database's clock, with the monotonic clock before and after it. */
type Reading = { readonly from: number; readonly to: number; readonly now: number; readonly jumps: number }

/** Clocks are adjusted by up to this much without a jump: a whole second. */
const toleranceMs = 1_000
/** Clocks that are adjusted gradually are at most 500 ppm off; twice that is allowed. */
const toleranceOfElapsed = 0.001

/**
 * Compares the database's clock with a monotonic one each second, and at the start with the latest time that the
 * database knows. A jump is recorded once, however many processes notice it. Its timer does not keep the process alive.
 */
export function startClockWatch(options: ClockWatchOptions): {
  /** Compares at once. */
  readonly look: () => Promise<void>
  readonly stop: () => Promise<void>
} {
  const { storage, log, monotonic, intervalMs = 1_000 } = options
  let last: Reading | undefined
  let running: Promise<void> | undefined
  let isFailing = false

  async function read(): Promise<Reading> {
    const from = monotonic()
    const { now, jumps } = await storage.clock.read()
    return { from, to: monotonic(), now, jumps }
  }

  async function compare(): Promise<void> {
    const reading = await read()
    const jump = last ? findJump(last, reading) : findJumpWhileStopped(await storage.clock.readLastKnown(), reading)
    const { jumps } = last ?? reading
    if (jump && (await noteClockJump(storage, jump, jumps))) {
      log.warn({ before: new Date(jump.before), after: new Date(jump.after) }, `The clock ${describeJump(jump)}`)
    }
    // The jump is recorded now, by this process or by another.
    last = jump ? { ...reading, jumps: Math.max(reading.jumps, jumps + 1) } : reading
  }

  /** Logs an unreachable database once. A jump during the outage is noticed afterwards. */
  async function compareOrLog(): Promise<void> {
    try {
      await compare()
      isFailing = false
    } catch (error) {
      if (!isFailing) log.error({ err: error }, 'The clock could not be read; this is tried again every second')
      isFailing = true
    }
    running = undefined
  }

  const lookUnlessLooking = (): Promise<void> => {
    running ??= compareOrLog()
    return running
  }
  const timer = setInterval(() => void lookUnlessLooking(), intervalMs)
  timer.unref()
  void lookUnlessLooking()

  return {
    async look() {
      // The running comparison may have read the clock before the jump that the caller wants noticed.
      await running
      await lookUnlessLooking()
    },
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/** However long a reading takes, the clock was read between its beginning and its end. */
function findJump(last: Reading, reading: Reading): NoticedJump | undefined {
  const [shortest, longest] = [reading.from - last.to, reading.to - last.from]
  const tolerance = toleranceMs + longest * toleranceOfElapsed
  const passed = reading.now - last.now
  const isJump = passed < shortest - tolerance || passed > longest + tolerance
  if (!isJump) return undefined
  const before = Math.round(last.now + (shortest + longest) / 2)
  return { before, after: reading.now, since: Math.floor(reading.now - longest) }
}

/** Only backwards: the time without a server is unknown. */
function findJumpWhileStopped(lastKnown: number | undefined, { now }: Reading): NoticedJump | undefined {
  const isJump = lastKnown !== undefined && now < lastKnown - toleranceMs
  return isJump ? { before: lastKnown, after: now, since: now } : undefined
}
