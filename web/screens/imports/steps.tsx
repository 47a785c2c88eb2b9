import { useFormat } from '../../language/format.ts'
import styles from './imports.module.css'

const steps = ['columns', 'dry-run', 'result'] as const
type Step = (typeof steps)[number]

/** Where in the three steps the person is. */
export function Steps({ step, words }: { step: Step; words: Readonly<Record<Step | 'label', string>> }) {
  const { number } = useFormat()
  const place = steps.indexOf(step)
  return (
    <ol className={styles.steps} aria-label={words.label}>
      {steps.map((one, index) => (
        <li
          key={one}
          aria-current={one === step ? 'step' : undefined}
          data-done={index < place || step === 'result' || undefined}
        >
          {`${number(index + 1)}. ${words[one]}`}
        </li>
      ))}
    </ol>
  )
}
