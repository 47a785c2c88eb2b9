import { useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './field.module.css'

export type SelectFieldProps = {
  label: string
  value: string
  options: readonly { readonly value: string; readonly label: string }[]
  onChoose: (value: string) => void
}

/** One of many, with its label above. */
export function SelectField({ label, value, options, onChoose }: SelectFieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={styles.head} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={classNames(styles.input, styles.select)}
        value={value}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
