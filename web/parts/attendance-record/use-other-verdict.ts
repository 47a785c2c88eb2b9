import { hasOtherVerdict } from '#contract/attendance-working.ts'
import type { StudentStanding } from '#contract/reports.ts'
import { reportsTexts } from '#contract/reports-texts.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { shownStanding } from './shown-standing.ts'

/**
 * Says why a verdict would be another one by the classes that the student could attend, in the words of its reader.
 * Undefined where it would be the same: a second number would only be one more to understand.
 */
export function useOtherVerdict(reader: 'student' | 'institute'): (standing: StudentStanding) => string | undefined {
  const reports = useTextsOf(reportsTexts)
  const format = useFormat()
  const words = reports.otherVerdict[reader]
  return (standing) => {
    const { official, working, differences } = standing
    // The student's own page has the number of the specification.
    const number = reader === 'student' ? official : shownStanding(standing)
    if (!hasOtherVerdict(number, working)) return undefined
    const { attended, counted, percentage } = working
    if (percentage === null) return words.none
    const say = differences.includes('joined-later') ? words.asMember : words.beforeRunning
    return say(format.number(attended), format.number(counted), format.percent(percentage))
  }
}
