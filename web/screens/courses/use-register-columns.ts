import { useContext, useMemo } from 'react'
import { teacherLockMs } from '#contract/course-rules.ts'
import type { CourseRegister } from '#contract/course-sessions.ts'
import { countColumn, type HereOf, shareOfHere } from '#contract/register-numbers.ts'
import { TimeZoneContext, useLocale } from '../../language/format.ts'
import { useIsTeacher } from '../../session/may.ts'

export type RegisterColumn = {
  readonly id: string
  readonly number: number
  /** 'Fri 6 Nov' */
  readonly day: string
  /** '6' */
  readonly dayOfMonth: string
  /** 'Nov', of the first session in a month. */
  readonly month: string | undefined
  readonly isRunning: boolean
  readonly here: HereOf
  readonly share: number | undefined
  /** Since when the one who reads can change nothing, epoch ms. */
  readonly lockedSince: number | undefined
  /** Of a month that is folded: its first session stands for the places `of` those that were held. */
  readonly fold?: 'hidden' | { readonly of: readonly number[]; readonly share: number | undefined }
}

/** What stands above each session of a register. */
export function useRegisterColumns({
  course,
  sessions,
  people,
  serverTime,
}: CourseRegister): readonly RegisterColumn[] {
  const locale = useLocale()
  const timeZone = useContext(TimeZoneContext)
  // Classes are never locked.
  const isLocked = useIsTeacher() && course !== undefined
  return useMemo(() => {
    const write = (parts: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat(locale, { ...parts, ...(timeZone !== undefined && { timeZone }) })
      return (time: number) => format.format(time)
    }
    const month = write({ month: 'short' })
    const dayOfMonth = write({ day: 'numeric' })
    const day = write({ weekday: 'short', day: 'numeric', month: 'short' })
    return sessions.map(({ id, number, startedAt, endsAt, status, isOver }, at) => {
      const here = status === 'cancelled' ? { present: 0, people: 0 } : countColumn(people, at)
      const before = sessions[at - 1]
      const lockedSince = endsAt + teacherLockMs
      return {
        ...{ id, number, day: day(startedAt), dayOfMonth: dayOfMonth(startedAt), isRunning: !isOver },
        month: before && month(before.startedAt) === month(startedAt) ? undefined : month(startedAt),
        ...{ here, share: shareOfHere(here) },
        lockedSince: isLocked && lockedSince <= serverTime ? lockedSince : undefined,
      }
    })
  }, [sessions, people, serverTime, locale, timeZone, isLocked])
}
