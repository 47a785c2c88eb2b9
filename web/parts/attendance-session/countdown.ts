import { attendanceSessionMs, countdownTickMs } from '#contract/rules.ts'

const second = 1_000

/** The rest of a session, ms, never negative. Both times are epoch ms of the server's clock. */
export function remainingMs(expiry: number, now: number): number {
  return Math.max(0, expiry - now)
}

/** 'HH:MM:SS' (spec §2). A started second is shown whole, so that 00:00:00 means that the session has ended. */
export function formatCountdown(remaining: number): string {
  const seconds = Math.ceil(remaining / second)
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}

/** The same without hours that are none: 'MM:SS'. */
export const formatShortCountdown = (remaining: number): string => formatCountdown(remaining).replace(/^00:/, '')

/** Time until the shown second changes, ms. The next tick uses it, however late the last one came. */
export function msToNextTick(remaining: number): number {
  return remaining % countdownTickMs === 0 ? countdownTickMs : remaining % countdownTickMs
}

export type RulerCell = 'past' | 'now' | 'left'

const cells = 60

/** The countdown as sixty cells, however long the session lasts: of an hour one for each minute. Both are ms. */
export function rulerCells(remaining: number, length = attendanceSessionMs): readonly RulerCell[] {
  const past = Math.floor(((length - Math.min(remaining, length)) * cells) / length)
  return Array.from({ length: cells }, (_, index) => (index < past ? 'past' : index === past ? 'now' : 'left'))
}
