import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import { useTexts } from '../language/texts.ts'
import { typeAsciiDigits } from './ascii-digits.ts'
import { classNames } from './class-names.ts'
import styles from './field.module.css'
import { FieldError } from './field-error.tsx'

export type TextFieldProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  label: string
  value: string
  onValueChange: (value: string) => void
  /** The error; undefined if there is none. */
  error?: string | undefined
  hint?: ReactNode
  /** Only optional fields are marked. */
  optional?: boolean
  /** Set in the font for codes and roll numbers. */
  code?: boolean
  /** Digits of any script become ASCII digits: what is typed is refused otherwise. */
  asciiDigits?: boolean
  /** Inside the box at its end, such as a button. */
  end?: ReactNode
}

/** One line of text with its label above, its hint and its error below. */
export function TextField({
  label,
  value,
  onValueChange,
  error,
  hint,
  optional,
  required = !optional,
  code,
  asciiDigits,
  end,
  id,
  className,
  ...rest
}: TextFieldProps) {
  const texts = useTexts()
  const ownId = useId()
  const inputId = id ?? ownId
  const errorId = error === undefined ? undefined : `${inputId}-error`
  // The error replaces the hint.
  const hintId = hint === undefined || error !== undefined ? undefined : `${inputId}-hint`
  return (
    <div className={classNames(styles.field, className)}>
      <label className={styles.head} htmlFor={inputId}>
        <span>{label}</span>
        {optional && <span className={styles.optional}>{texts.common.optional}</span>}
      </label>
      <div className={styles.box}>
        <input
          type="text"
          {...rest}
          id={inputId}
          className={classNames(styles.input, code && styles.code, end !== undefined && styles.withToggle)}
          value={value}
          {...(asciiDigits
            ? typeAsciiDigits(onValueChange)
            : { onChange: (event) => onValueChange(event.currentTarget.value) })}
          required={required}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={[errorId, hintId].filter((part) => part !== undefined).join(' ') || undefined}
        />
        {end}
      </div>
      <FieldError {...(errorId && { id: errorId })} message={error} />
      {hintId !== undefined && (
        <div id={hintId} className={styles.hint}>
          {hint}
        </div>
      )}
    </div>
  )
}
