import type { CourseRegister, RegisterPerson } from '#contract/course-sessions.ts'
import { goalOf } from '#contract/register-numbers.ts'
import { registerTexts } from '#contract/register-texts.ts'
import { joinNames } from '#contract/text-fields.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { SmallStrip } from '../../parts/courses/small-strip.tsx'
import { Percentage, Table } from '../../ui/index.ts'
import styles from './course-numbers.module.css'

const sessionsInStrip = 12

type WatchListProps = { register: CourseRegister; people: readonly RegisterPerson[] }

/** Who is below the goal, the lowest first, and who would be after one absence more. */
export function WatchList({ register, people }: WatchListProps) {
  const words = useTextsOf(registerTexts)
  const { numbers } = words
  const { number, percent } = useFormat()
  const goal = goalOf(register)
  const counting = register.sessions.flatMap(({ counts, isOver }, column) => (counts || !isOver ? [column] : []))
  const strip = counting.slice(-sessionsInStrip)
  const sorted = people.toSorted((one, other) => (one.working.percentBp ?? 0) - (other.working.percentBp ?? 0))
  const below = sorted.filter(({ working }) => working.isBelow)
  // How many minutes an absence would be is not known.
  const isBySessions = register.policy?.by !== 'minutes'
  const next = sorted.filter(({ working: { isBelow, mayMiss } }) => isBySessions && !isBelow && mayMiss === 0)
  const heads = {
    name: words.name,
    roll: words.rollNumber,
    strip: numbers.last(number(strip.length)),
    attended: words.attended,
    percentage: words.percentage,
    toGoal: words.toGoal(percent(goal)),
  }
  const groups = [
    { title: numbers.belowNow(percent(goal), number(below.length)), some: below },
    { title: numbers.belowNext(percent(goal), number(next.length)), some: next },
  ]
  return (
    <section className={styles.below}>
      <h2>{numbers.watchList}</h2>
      {below.length === 0 && <p className={styles.none}>{numbers.noneBelow}</p>}
      {below.length + next.length > 0 && (
        <Table
          label={numbers.watchList}
          busy={false}
          outdated={false}
          foot={null}
          head={Object.values(heads).map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        >
          {groups.map(({ title, some }) => [
            some.length > 0 && (
              <tr key={title} className={styles.group}>
                <th colSpan={6} scope="colgroup">
                  {title}
                </th>
              </tr>
            ),
            ...some.map(({ personId, given, family, rollNumber, letters, working }) => {
              const name = joinNames(given, family)
              const { mustAttend, mayMiss, isBelow, points, counted, percentBp } = working
              const { outlook } = words
              const far = mustAttend === null ? outlook.outOfReach : outlook.mustAttend(number(mustAttend))
              return (
                <tr key={personId}>
                  <td>
                    <b lang={nameLanguage(name)}>{name}</b>
                  </td>
                  <td data-label={heads.roll}>{rollNumber}</td>
                  <td data-label={heads.strip}>
                    <SmallStrip letters={strip.map((column) => letters[column] ?? '-')} />
                  </td>
                  <td data-label={heads.attended}>{words.working(number(points / 100), number(counted))}</td>
                  <td data-label={heads.percentage}>
                    <Percentage percent={(percentBp ?? 0) / 100} line={goal} />
                  </td>
                  <td data-label={heads.toGoal}>{isBelow ? far : outlook.mayMiss(number(mayMiss))}</td>
                </tr>
              )
            }),
          ])}
        </Table>
      )}
    </section>
  )
}
