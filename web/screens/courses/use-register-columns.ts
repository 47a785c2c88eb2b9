import { useContext, useMemo } from 'react'
import { teacherLockMs } from '#contract/course-rules.ts'
import type { CourseRegister } from '#contract/course-sessions.ts'
import { countColumn, type HereOf } from '#contract/register-numbers.ts'
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
  /** Since when the one who reads can change nothing, epoch ms. */
  readonly lockedSince: number | undefined
  /** Of a month that is folded: its first session stands for the places `of` those that were held. */
  readonly fold?: 'hidden' | { readonly of: readonly number[] }
}

/** The sessions of a register. They stay the same while only cells change, so that a changed cell draws its own row alone. */
export function useRegisterColumns({ course, sessions, serverTime }: CourseRegister): readonly RegisterColumn[] {
  const locale = useLocale()
  const timeZone = useContext(TimeZoneContext)
  // Classes are never locked.
  const isTeacher = useIsTeacher() && course !== undefined
  const locks = sessions.map(({ endsAt }) => (isTeacher && endsAt + teacherLockMs <= serverTime ? 'locked' : '')).join()
  return useMemo(() => {
    const write = (parts: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat(locale, { ...parts, ...(timeZone !== undefined && { timeZone }) })
      return (time: number) => format.format(time)
    }
    const month = write({ month: 'short' })
    const dayOfMonth = write({ day: 'numeric' })
    const day = write({ weekday: 'short', day: 'numeric', month: 'short' })
    const locked = locks.split(',')
    return sessions.map(({ id, number, startedAt, endsAt, isOver }, at) => {
      const before = sessions[at - 1]
      return {
        ...{ id, number, day: day(startedAt), dayOfMonth: dayOfMonth(startedAt), isRunning: !isOver },
        month: before && month(before.startedAt) === month(startedAt) ? undefined : month(startedAt),
        lockedSince: locked[at] ? endsAt + teacherLockMs : undefined,
      }
    })
  }, [sessions, locks, locale, timeZone])
}

/** Who were here in each session of a register. */
export const useHere = ({ sessions, people }: CourseRegister): readonly HereOf[] =>
  useMemo(
    () =>
      sessions.map(({ status }, at) => (status === 'cancelled' ? { present: 0, people: 0 } : countColumn(people, at))),
    [sessions, people],
  )
