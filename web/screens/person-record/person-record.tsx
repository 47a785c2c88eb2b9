import { Link, useParams } from 'react-router'
import { idPattern } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import type { PersonRecord as Answer } from '#contract/person-record.ts'
import { reportTexts } from '#contract/report-texts.ts'
import { rosterTexts } from '#contract/roster-texts.ts'
import { joinNames } from '#contract/text-fields.ts'
import { isRequestError } from '../../client/request-error.ts'
import { MayBeOld } from '../../kit/may-be-old.tsx'
import { Read } from '../../kit/read.tsx'
import { useListAddress } from '../../kit/use-list-address.ts'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { recordTexts } from '../../parts/attendance-record/record-texts.ts'
import { useMay } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { BackLink, EmptyState, HeadingWithHint, PageHeading } from '../../ui/index.ts'
import { GroupLines, groupParameter } from './group-lines.tsx'
import { GroupSessions } from './group-sessions.tsx'
import styles from './person-record.module.css'

/** /admin/dashboard/{userId}/people/{personId}: one person in the classes and in all courses that the reader may see. */
export function PersonRecord() {
  const { personId = '' } = useParams()
  const words = useTextsOf(recordTexts)
  // Read apart from the sessions: no failure of theirs takes the numbers away.
  const isNoId = !idPattern.test(personId)
  const record = useRead('GET /people/:personId/record', { personId }, {}, { enabled: !isNoId })
  const isUnknown = isNoId || isRequestError(record.error, 'document_not_found')
  return (
    <>
      <Back />
      {isUnknown ? (
        <HeadingWithHint heading={words.unknown} hint={words.unknownHint} />
      ) : (
        <Read of={record}>
          {(answer) => (
            <>
              <Head record={answer} />
              <MayBeOld of={record} />
              <Groups key={personId} record={answer} />
            </>
          )}
        </Read>
      )}
    </>
  )
}

/** To the list of people, where the reader has it. */
function Back() {
  const { $id } = useInstitute()
  const { title } = useTextsOf(rosterTexts)
  const { views } = useTextsOf(reportTexts)
  const hasRoster = useMay('people')
  return hasRoster ? (
    <BackLink to={paths.roster($id)}>{title}</BackLink>
  ) : (
    <BackLink to={paths.studentsReport($id)}>{views.students}</BackLink>
  )
}

function Head({ record: { person, whole } }: { record: Answer }) {
  const words = useTextsOf(recordTexts)
  const reports = useTextsOf(reportTexts)
  const { day, number } = useFormat()
  const { $id } = useInstitute()
  const { rollNumber, section, studentId } = person
  return (
    <div>
      <PageHeading>{joinNames(person.given, person.family)}</PageHeading>
      <p className={styles.about}>
        <span className={styles.code}>{rollNumber}</span>
        {section !== '' && <span>{words.section(section)}</span>}
        {whole && <span>{words.joined(day(whole.joinedAt))}</span>}
        {whole?.sinceJoining && <span>{reports.joinedAfter(number(whole.sinceJoining.after))}</span>}
        {person.leftAt !== undefined && <span>{words.leftOn(day(person.leftAt))}</span>}
        {studentId === null && <span>{words.noAccount}</span>}
        {whole && <Link to={paths.studentReport($id, whole.id)}>{words.inReports}</Link>}
      </p>
    </div>
  )
}

function Groups({ record }: { record: Answer }) {
  const words = useTextsOf(recordTexts)
  const { $id } = useInstitute()
  const { address } = useListAddress()
  const groups = [...(record.whole ? [$id] : []), ...record.courses.map(({ id }) => id)]
  const [first] = groups
  if (first === undefined) return <EmptyState title={words.noGroup}>{words.noGroupHint}</EmptyState>
  const chosen = groups.find((id) => id === address.get(groupParameter)) ?? first
  return (
    <>
      <GroupLines record={record} chosen={chosen} />
      <GroupSessions record={record} chosen={chosen} isFirst={chosen === first} />
    </>
  )
}
