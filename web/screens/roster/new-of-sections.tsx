import { courseTexts } from '#contract/course-texts.ts'
import type { Acts } from '../../kit/use-act.ts'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button } from '../../ui/index.ts'
import styles from './roster.module.css'

/** `open`: always; it is loaded on demand. */
type NewOfSectionsProps = { acts: Acts }

/** New people of a section that has a course: one press enrols them there, as on the course's own page. */
export function NewOfSections({ acts }: NewOfSectionsProps) {
  const words = useTextsOf(courseTexts).course
  const { number } = useFormat()
  const { data } = useRead('GET /new-of-sections', {})
  const proposed = data?.courses ?? []
  if (proposed.length === 0) return null
  return (
    <ul className={styles.proposed}>
      {proposed.map(({ courseId, code, people }) => (
        <li key={courseId}>
          <span>{words.newOfSection(number(people.length), code)}</span>
          <Button
            busy={acts.isBusy}
            aria-label={`${words.enrolThem}: ${code}`}
            onClick={() =>
              void acts.run(
                'POST /courses/:courseId/people',
                { courseId },
                { people: [...people], meanwhile: 'left-out' },
                { done: ({ enrolled, already }) => words.enrolled(number(enrolled), number(already)) },
              )
            }
          >
            {words.enrolThem}
          </Button>
        </li>
      ))}
    </ul>
  )
}
