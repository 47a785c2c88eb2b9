import { toggled } from '../../kit/use-chosen.ts'
import { nameLanguage } from '../../language/name-language.ts'
import styles from '../../parts/courses/courses.module.css'

type CheckListProps = {
  options: readonly { readonly value: string; readonly label: string; readonly facts?: string }[]
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
}

/** Some of a few. */
export function CheckList({ options, chosen, onChange }: CheckListProps) {
  return options.map(({ value, label, facts }) => (
    <label key={value} className={styles.check}>
      <input type="checkbox" checked={chosen.has(value)} onChange={() => onChange(toggled(chosen, value))} />
      <span lang={nameLanguage(label)}>{label}</span>
      {facts !== undefined && <span className={styles.facts}>{facts}</span>}
    </label>
  ))
}
