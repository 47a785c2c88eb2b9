import { staffTexts } from '#contract/staff-texts.ts'
import { answerFormerCourses } from '../../client/staff-calls.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button } from '../../ui/index.ts'
import styles from './people.module.css'
import type { DoStaffAct, Member } from './use-people.ts'

type FormerCoursesProps = { person: Member; isBusy: boolean; onChange: DoStaffAct }

/** Asks the office whether a person who came back gets the courses of before. */
export function FormerCourses({ person: { id, name, formerCourses = [] }, isBusy, onChange }: FormerCoursesProps) {
  const { people: words } = useTextsOf('staff', staffTexts)
  if (formerCourses.length === 0) return null
  const answer = (giveBack: boolean, done: string) =>
    void onChange({ act: () => answerFormerCourses(id, giveBack), done })
  return (
    <div className={styles.waiting}>
      <p className={styles.fact}>
        <span>{words.taughtBefore(formerCourses.map(({ code }) => code).join(', '))}</span>
      </p>
      <Button
        kind="quiet"
        aria-label={words.giveBackNamed(name)}
        resting={isBusy}
        onClick={() => answer(true, words.gaveBack)}
      >
        {words.giveBack}
      </Button>
      <Button
        kind="quiet"
        aria-label={words.keepAwayNamed(name)}
        resting={isBusy}
        onClick={() => answer(false, words.keptAway)}
      >
        {words.keepAway}
      </Button>
    </div>
  )
}
