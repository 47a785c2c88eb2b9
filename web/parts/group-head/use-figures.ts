import { attendancePercent } from '#contract/attendance-percent.ts'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useMay } from '../../session/may.ts'
import type { Figure } from './group-head.tsx'
import { groupTexts } from './group-texts.ts'

const nothing = '–'

/** The four figures of a group. `known`: what stands there until they have come, and for who may not read them. */
export function useFigures(
  groupId: string,
  known: { readonly people: number; readonly held: number; readonly goal: number; readonly isWhole?: true },
): readonly Figure[] {
  const words = useTextsOf(groupTexts)
  const { number, percent } = useFormat()
  const mayRead = useMay('registers')
  const { data } = useRead('GET /groups/:groupId/figures', { groupId }, {}, { enabled: mayRead })
  const { people, held, goal, below, counted, points } = { below: 0, counted: 0, points: 0, ...known, ...data }
  const average = counted > 0 ? attendancePercent(points, 100 * counted) : undefined
  const counts: readonly Figure[] = [
    { label: words.counted, value: number(people) },
    { label: known.isWhole ? words.classesHeld : words.held, value: number(held) },
  ]
  if (!mayRead) return counts
  if (average === undefined)
    return [...counts, { label: words.average, value: nothing }, { label: words.below(percent(goal)), value: nothing }]
  return [
    ...counts,
    { label: words.average, value: percent(average), tone: average >= goal ? 'good' : 'bad' },
    { label: words.below(percent(goal)), value: number(below), tone: below > 0 ? 'bad' : undefined },
  ]
}
