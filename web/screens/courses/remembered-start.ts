/** In which room a course was started last from this browser, and for how many minutes, as they stand in the fields. */
export type RememberedStart = { readonly roomId: string; readonly minutes: string }

const keyOf = (courseId: string) => `rollkey.course.${courseId}`
const untouched: RememberedStart = { roomId: '', minutes: '60' }

export function recallStart(courseId: string): RememberedStart {
  try {
    const kept: Partial<RememberedStart> | null = JSON.parse(localStorage.getItem(keyOf(courseId)) ?? 'null')
    const isKept = typeof kept?.roomId === 'string' && typeof kept.minutes === 'string'
    return isKept ? { roomId: kept.roomId ?? '', minutes: kept.minutes ?? '' } : untouched
  } catch {
    // Storage may be blocked, or something else is kept there.
    return untouched
  }
}

export function rememberStart(courseId: string, start: RememberedStart): void {
  try {
    localStorage.setItem(keyOf(courseId), JSON.stringify(start))
  } catch {
    // The choice is made again the next time.
  }
}
