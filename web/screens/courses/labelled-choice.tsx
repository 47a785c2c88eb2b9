import styles from '../../parts/courses/courses.module.css'
import { Choice } from '../../ui/index.ts'

type LabelledChoiceProps<Value extends string> = {
  label: string
  words: Readonly<Record<Value, string>>
  value: Value
  onChoose: (value: Value) => void
}

/** One of a few, with its label in sight. */
export function LabelledChoice<Value extends string>({ label, words, value, onChoose }: LabelledChoiceProps<Value>) {
  const options = (Object.keys(words) as Value[]).map((one) => ({ value: one, label: words[one] }))
  return (
    <div className={styles.field}>
      <span aria-hidden="true">{label}</span>
      <Choice label={label} options={options} value={value} onChoose={onChoose} />
    </div>
  )
}
