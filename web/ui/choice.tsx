import type { ReactNode } from 'react'
import styles from './choice.module.css'
import { classNames } from './class-names.ts'
import optionStyles from './option.module.css'

export type ChoiceProps<Value extends string> = {
  /** Names the group for screen readers. */
  label: string
  options: readonly {
    readonly value: Value
    readonly label: string
    /** What stands for it elsewhere, too. With a count it stands for the label on a phone. */
    readonly icon?: ReactNode
    readonly count?: string
  }[]
  value: Value
  onChoose: (value: Value) => void
}

/** One of a few visible options; the chosen one looks pressed. */
export function Choice<Value extends string>({ label, options, value, onChoose }: ChoiceProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend in sight
    <div role="group" aria-label={label} className={styles.choice}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={classNames(optionStyles.option, styles.button)}
          data-label={option.label}
          aria-pressed={option.value === value}
          onClick={() => onChoose(option.value)}
        >
          {option.icon}
          <span className={option.icon ? styles.word : undefined}>{option.label}</span>{' '}
          {option.count && <span className={styles.count}>{option.count}</span>}
        </button>
      ))}
    </div>
  )
}
