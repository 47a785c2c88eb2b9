import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import { reportTexts } from '#contract/report-texts.ts'
import { goodAttendancePercent } from '#contract/rules.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useMay } from '../../session/may.ts'
import { useInstitute, useInstituteProfile } from '../../session/session.ts'
import { GroupHead } from './group-head.tsx'
import { groupTexts } from './group-texts.ts'
import { useFigures } from './use-figures.ts'

/** The head of the whole institute's pages. One of them may have a heading and facts of its own. */
export function WholeHead({ title, facts }: { title?: string; facts?: ReactNode }) {
  const words = useTextsOf(groupTexts)
  const { whole } = useTextsOf(reportTexts)
  const { $id } = useInstitute()
  const { data } = useInstituteProfile()
  const { number } = useFormat()
  const hasClasses = useMay('classes')
  const known = { people: data?.members ?? 0, held: data?.classes ?? 0, goal: goodAttendancePercent }
  const count = data && number(data.members)
  const students = { to: paths.organisationDashboard($id), label: words.tabs.students, count, isEnd: true }
  return (
    <GroupHead
      back={{ to: paths.courses($id), label: words.all }}
      title={title ?? whole}
      facts={facts ?? data?.name ?? ''}
      figures={useFigures($id, { ...known, isWhole: true })}
      tabs={{
        label: words.views,
        links: [
          ...(hasClasses ? [students] : []),
          { to: paths.courseRegister($id, $id), label: words.tabs.register },
          { to: paths.courseNumbers($id, $id), label: words.tabs.numbers },
          { to: paths.settings($id), label: words.tabs.settings },
        ],
      }}
    />
  )
}
