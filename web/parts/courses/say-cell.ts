import type { RegisterCell } from '#contract/course-sessions.ts'
import type { CourseTexts } from '#contract/course-texts.ts'

/** What holds in a cell of a sheet, in words. */
export function sayCell({ status, isAfterClosing, isLeftOut }: RegisterCell, words: CourseTexts): string {
  if (isAfterClosing) return words.afterClosing
  if (isLeftOut) return words.register.letters['·']
  return status === null ? words.open : words.statuses[status]
}
