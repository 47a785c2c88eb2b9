import { useState } from 'react'
import type { RunningSession } from '#contract/attendance.ts'
import { findNewMarks } from './find-new-marks.ts'

/** The present students of the running session, as every screen of the organisation shows them. */
export type Presence = NonNullable<RunningSession['session']> & {
  readonly members: number
  /** The students (ids) who were marked while this screen was open. */
  readonly fresh: ReadonlySet<string>
}

type Seen = { readonly read: RunningSession | undefined; readonly presence: Presence | undefined }

/**
 * The running session, or the last one that ran while this screen was open, so that its count is still shown at its
 * end. Undefined before the first.
 */
export function usePresence(data: RunningSession | undefined): Presence | undefined {
  const [seen, setSeen] = useState<Seen>({ read: undefined, presence: undefined })
  if (data !== seen.read) setSeen({ read: data, presence: lookOn(seen, data) })
  return seen.presence
}

function lookOn({ read: before, presence }: Seen, read: RunningSession | undefined): Presence | undefined {
  if (!read?.session) return presence
  const fresh = new Set([...(presence?.fresh ?? []), ...findNewMarks(before?.session, read.session)])
  return { ...read.session, members: read.members, fresh }
}
