import type { Acts } from '../../kit/use-act.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button } from '../../ui/index.ts'
import type { Member } from './asked-props.ts'
import styles from './people.module.css'
import { staffTexts } from './staff-texts.ts'

type FormerCoursesProps = { person: Member; acts: Acts }

/** Asks the office whether a person who came back gets the courses of before. */
export function FormerCourses({ person: { id, name, formerCourses = [] }, acts }: FormerCoursesProps) {
  const { people: words } = useTextsOf(staffTexts)
  if (formerCourses.length === 0) return null
  const answer = (giveBack: boolean, done: string) =>
    void acts.run('POST /staff/:staffId/former-courses', { staffId: id }, { giveBack }, { done })
  return (
    <div className={styles.waiting}>
      <p className={styles.fact}>
        <span>{words.taughtBefore(formerCourses.map(({ code }) => code).join(', '))}</span>
      </p>
      <Button
        kind="quiet"
        aria-label={words.giveBackNamed(name)}
        resting={acts.isBusy}
        onClick={() => answer(true, words.gaveBack)}
      >
        {words.giveBack}
      </Button>
      <Button
        kind="quiet"
        aria-label={words.keepAwayNamed(name)}
        resting={acts.isBusy}
        onClick={() => answer(false, words.keptAway)}
      >
        {words.keepAway}
      </Button>
    </div>
  )
}
