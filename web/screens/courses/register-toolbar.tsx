import { IconAlertTriangle, IconPrinter } from '@tabler/icons-react'
import { type RegisterLetter, registerLetters } from '#contract/course-cells.ts'
import type { CourseRegister } from '#contract/course-sessions.ts'
import { goalOf, statusesIn } from '#contract/register-numbers.ts'
import { registerTexts } from '#contract/register-texts.ts'
import { reportPaths } from '#contract/report-requests.ts'
import { SearchInput } from '../../kit/search-input.tsx'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { MarkLegend } from '../../parts/courses/mark-legend.tsx'
import { ExportMenu } from '../../parts/export/export-menu.tsx'
import { Button, IconButton } from '../../ui/index.ts'
import styles from './register-toolbar.module.css'
import type { FoundPeople } from './use-found-people.ts'

/** Who is looked for, what the marks mean, and the register as paper or file. */
export function RegisterToolbar({ register, found }: { register: CourseRegister; found: FoundPeople }) {
  const words = useTextsOf(registerTexts)
  const { number, percent } = useFormat()
  const { people, course } = register
  const { exports } = reportPaths
  // What can be said always, the others where they stand.
  const always = statusesIn(register).map((status) => registerLetters[status])
  const isThere = (letter: RegisterLetter) =>
    always.includes(letter as (typeof always)[number]) || people.some(({ letters }) => letters.includes(letter))
  return (
    <div className={styles.bar}>
      <SearchInput className={styles.find} label={words.find} placeholder={words.find} {...found.search} />
      <Button
        className={styles.below}
        aria-pressed={found.isBelowOnly}
        icon={<IconAlertTriangle size={18} stroke={1.9} aria-hidden="true" />}
        onClick={found.toggleBelow}
      >
        <span>{words.below(percent(goalOf(register)))}</span>{' '}
        <span className={styles.count}>{number(found.countBelow)}</span>
      </Button>
      <MarkLegend className={styles.legend} letters={Object.values(registerLetters).filter(isThere).join('')} />
      <IconButton
        kind="secondary"
        label={words.print}
        icon={<IconPrinter size={20} stroke={1.9} aria-hidden="true" />}
        onClick={() => print()}
      />
      <ExportMenu path={course ? exports.courseRegister(course.id) : exports.attendanceBook} query={{}} />
    </div>
  )
}
