import { enrolTexts } from '#contract/enrol-texts.ts'
import { useActs } from '../../kit/use-act.ts'
import { useRead } from '../../kit/use-read.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useMay } from '../../session/may.ts'
import styles from './desk.module.css'
import { Doubles } from './doubles.tsx'
import { nameOf } from './missing.tsx'

/** Before a person without an account gets one: who is registered, and may be the same person. The office joins the two at once. */
export function DeskDoubles({ personId }: { personId: string }) {
  const { desk: words } = useTextsOf(enrolTexts)
  const isOffice = useMay('office')
  const acts = useActs()
  const { data: person } = useRead('GET /people/:personId', { personId })
  const doubles = person?.doubles.filter(({ isApart, person: other }) => !isApart && other.studentId !== null) ?? []
  if (!person || doubles.length === 0) return null
  if (isOffice) return <Doubles person={{ ...person, doubles }} acts={acts} onClose={() => undefined} />
  const names = doubles.map(({ person: other }) => `${nameOf(other)} (${other.rollNumber})`)
  return <p className={styles.flag}>{words.mayBe(names.join(', '))}</p>
}
