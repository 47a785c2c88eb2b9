import { useState } from 'react'
import type { RunningSession } from '#contract/attendance.ts'
import { useRunningSession } from '../../parts/attendance-session/use-running-session.ts'
import { findNewMarks } from './find-new-marks.ts'

/** Who is present in the class being held, as every screen of the organisation shows it. */
export type Presence = NonNullable<RunningSession['session']> & {
  readonly members: number
  /** The students (ids) who were marked while this screen looked on. */
  readonly fresh: ReadonlySet<string>
}

type Seen = { readonly read: RunningSession | undefined; readonly presence: Presence | undefined }

/**
 * The class being held, or the one that was held last while this screen was open: its count is what one wants to read
 * at its end. Undefined before the first.
 */
export function usePresence(): Presence | undefined {
  const { data } = useRunningSession()
  const [seen, setSeen] = useState<Seen>({ read: undefined, presence: undefined })
  if (data !== seen.read) setSeen({ read: data, presence: lookOn(seen, data) })
  return seen.presence
}

function lookOn({ read: before, presence }: Seen, read: RunningSession | undefined): Presence | undefined {
  if (!read?.session) return presence
  const fresh = new Set([...(presence?.fresh ?? []), ...findNewMarks(before?.session, read.session)])
  return { ...read.session, members: read.members, fresh }
}
