import { Link, Navigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { reportPaths, sortDirections, studentSorts } from '#contract/report-requests.ts'
import { reportTexts } from '#contract/report-texts.ts'
import type { StudentRow } from '#contract/reports.ts'
import { reportsTexts } from '#contract/reports-texts.ts'
import { goodAttendancePercent } from '#contract/rules.ts'
import { joinNames } from '#contract/text-fields.ts'
import { SearchField } from '../../kit/search-field.tsx'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { type Column, nothing } from '../../parts/attendance-record/register-table.tsx'
import { isClassLeftOut, shownStanding } from '../../parts/attendance-record/shown-standing.ts'
import { useOtherVerdict } from '../../parts/attendance-record/use-other-verdict.ts'
import { ExportButtons } from '../../parts/export/export-buttons.tsx'
import { useInstitute } from '../../session/session.ts'
import { Button, Percentage } from '../../ui/index.ts'
import styles from './report.module.css'
import { ReportList } from './report-list.tsx'
import { ReportsHead } from './reports-head.tsx'
import { useReport } from './use-report.ts'
import { useReportAddress } from './use-report-address.ts'

/** Every student with the percentage: sorted, searched and filtered on the server. */
export function StudentsReport() {
  const words = useTextsOf(reportTexts)
  const { $id } = useInstitute()
  const { courseId, period, periodQuery, pageQuery, get, search, change, withPeriod } = useReportAddress()
  const sort = studentSorts.find((one) => one === get('sort')) ?? 'rollNumber'
  const direction = sortDirections.find((one) => one === get('direction')) ?? 'asc'
  const isBelow75 = get('below75') === 'true'
  const selection = { search, below75: isBelow75 ? 'true' : undefined }
  const students = useReport(
    'GET /reports/students',
    {},
    { ...periodQuery, ...pageQuery, ...selection, sort, direction },
    period.isWrong || courseId !== undefined,
  )
  const columns = useColumns()
  const isFiltered = isBelow75 || search !== ''
  // The students of a course are in its register.
  if (courseId !== undefined) return <Navigate to={withPeriod(paths.reports($id))} replace />
  return (
    <>
      <ReportsHead />
      <ReportList
        label={words.views.students}
        report={students}
        isOff={period.isWrong}
        total={students.data?.total}
        rows={students.data?.students}
        keyOf={(student) => student.id}
        columns={columns}
        sorting={{
          by: sort,
          direction,
          onSort: (by, towards) => change({ sort: by, direction: towards === 'asc' ? null : towards }),
        }}
        empty={
          isFiltered
            ? { title: words.noMatch, hint: words.noMatchHint }
            : { title: words.noStudents, hint: words.noStudentsHint }
        }
        tools={
          <>
            <div className={styles.filters}>
              <SearchField className={styles.search} />
              <Button aria-pressed={isBelow75} onClick={() => change({ below75: isBelow75 ? null : 'true' })}>
                {words.filterBelow75}
              </Button>
            </div>
            <ExportButtons
              path={reportPaths.exports.students}
              query={{ ...periodQuery, ...selection, sort, direction }}
              disabled={period.isWrong || !students.data?.total}
            />
          </>
        }
      />
    </>
  )
}

function useColumns(): readonly Column<StudentRow>[] {
  const words = useTextsOf(reportsTexts)
  const report = useTextsOf(reportTexts)
  const format = useFormat()
  const { $id } = useInstitute()
  const { withPeriod } = useReportAddress()
  return [
    {
      key: 'rollNumber',
      label: words.columns.rollNumber,
      isCode: true,
      isPlain: true,
      sort: 'rollNumber',
      cell: ({ rollNumber }) => rollNumber,
    },
    {
      key: 'name',
      label: words.columns.name,
      isMain: true,
      sort: 'name',
      cell: (student) => (
        <Link to={withPeriod(paths.studentReport($id, student.id))}>
          {joinNames(student.firstName, student.lastName)}
        </Link>
      ),
    },
    {
      key: 'attended',
      label: words.columns.attended,
      isNumber: true,
      isPlain: true,
      sort: 'attended',
      cell: (student) => {
        const { attended, counted } = shownStanding(student)
        return report.attendedOf(format.number(attended), format.number(counted))
      },
    },
    {
      key: 'percentage',
      label: words.columns.percentage,
      isNumber: true,
      isVerdict: true,
      sort: 'percentage',
      cell: (student) => <Verdict student={student} />,
    },
    {
      key: 'room',
      label: words.columns.room,
      isPlain: true,
      cell: (student) => {
        const { percentage, mayMiss, mustAttend } = shownStanding(student)
        if (student.sinceJoining) return report.joinedAfter(format.number(student.sinceJoining.after))
        if (percentage === null) return nothing
        return mustAttend > 0 ? words.mustAttend(format.number(mustAttend)) : words.mayMiss(mayMiss)
      },
    },
  ]
}

/** The number; below it, that a class runs which it leaves out, and that other classes would turn the verdict. */
function Verdict({ student }: { student: StudentRow }) {
  const words = useTextsOf(reportTexts)
  const sayOther = useOtherVerdict('institute')
  const { percentage } = shownStanding(student)
  const other = sayOther(student)
  return (
    <>
      {percentage === null ? <span>{nothing}</span> : <Percentage percent={percentage} line={goodAttendancePercent} />}
      {isClassLeftOut(student) && <p className={styles.other}>{words.classRunning}</p>}
      {!student.sinceJoining && other && <p className={styles.other}>{other}</p>}
    </>
  )
}
