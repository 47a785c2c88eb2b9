import { importTexts } from '#contract/import-texts.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import styles from './import-roster.module.css'

const steps = ['columns', 'dry-run', 'result'] as const

/** Where in the three steps the person is. */
export function Steps({ step }: { step: (typeof steps)[number] }) {
  const { steps: words } = useTextsOf('import', importTexts)
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
