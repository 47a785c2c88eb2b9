import { onTestFinished, vi } from 'vitest'
import type { Engine } from './create-database.ts'
import type { ManualClock } from './manual-clock.ts'

/**
 * How close to a limit a test can come on each engine, ms. The embedded engine's clock is this process's and can be
 * stopped; PostgreSQL's goes on while the test works.
 */
export const clockStepMs = { sqlite: 1, postgresql: 10_000 } as const satisfies Record<Engine, number>

/** Stops this process's clock until the end of the test: time passes only when the test moves the server's clock. */
export function holdTime(): void {
  vi.setSystemTime(Date.now())
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

/** Moves the server's clock to a point in time. Epoch ms. */
export function moveTo(clock: ManualClock, epochMs: number): void {
  clock.advance(epochMs - clock.now())
}
