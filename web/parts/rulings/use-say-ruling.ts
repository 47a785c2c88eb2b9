import { courseTexts } from '#contract/course-texts.ts'
import type { CellHistory } from '#contract/rulings.ts'
import { useTextsOf } from '../../language/texts.ts'
import { rulingTexts } from './ruling-texts.ts'

type Ruling = CellHistory['rulings'][number]

/** Says rulings in words: in a course the status, in a class what became of the mark. */
export function useSayRuling(isCourse: boolean): { readonly sayStatus: (ruling: Ruling, before?: Ruling) => string } {
  const { statuses } = useTextsOf(courseTexts)
  const { decided } = useTextsOf(rulingTexts).decision
  return {
    sayStatus({ status, cause }, before) {
      if (isCourse) return statuses[status]
      // A dispute of a withdrawn mark says 'I was there'.
      const answered = before?.status === 'absent' ? 'withdrawal' : 'dispute'
      return decided[cause === 'dispute' ? answered : 'staff'][status === 'absent' ? 'absent' : 'present']
    },
  }
}
