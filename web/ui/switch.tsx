import { useId } from 'react'
import styles from './switch.module.css'

export type SwitchProps = {
  label: string
  /** Why it cannot be switched, or what it means. */
  hint?: string | undefined
  checked: boolean
  /** Waiting on the network: shows the new state, and cannot be pressed again. */
  busy?: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** A setting that is on or off, and changes at once. */
export function Switch({ label, hint, checked, busy = false, disabled, onChange }: SwitchProps) {
  const hintId = useId()
  return (
    <div className={styles.row}>
      <label className={styles.label}>
        <span>{label}</span>
        <input
          type="checkbox"
          role="switch"
          className={styles.switch}
          checked={checked}
          aria-checked={checked}
          disabled={disabled}
          aria-busy={busy || undefined}
          aria-describedby={hint === undefined ? undefined : hintId}
          onChange={(event) => {
            if (!busy) onChange(event.currentTarget.checked)
          }}
        />
      </label>
      {hint !== undefined && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
