import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

export type ButtonKind = 'primary' | 'secondary' | 'quiet'

export type ButtonProps = Omit<ComponentProps<'button'>, 'aria-busy'> & {
  /** One primary button per view. */
  kind?: ButtonKind
  size?: 'regular' | 'large'
  /** Fills the width of its container. */
  wide?: boolean
  /** Waiting on the network: shows a spinner, cannot be pressed again, keeps its size and the focus. */
  busy?: boolean
  /** Pressed a moment ago: cannot be pressed again yet, keeps the focus. */
  resting?: boolean
  icon?: ReactNode
}

/** A button. `type` is 'button' by default. */
export function Button({
  kind = 'secondary',
  size,
  wide,
  busy = false,
  resting = false,
  icon,
  disabled,
  onClick,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(buttonClass(kind, size, wide), className)}
      disabled={disabled}
      aria-busy={busy || undefined}
      // Not `disabled` while it waits: a disabled button loses the keyboard focus.
      aria-disabled={busy || resting || undefined}
      onClick={(event) => {
        if (busy || resting) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy ? (
        <span className={classNames(styles.spinner, icon === undefined && (wide ? styles.alone : styles.over))}>
          <Spinner size={20} />
        </span>
      ) : (
        icon
      )}
      <span>{children}</span>
    </button>
  )
}

/** The look of a button for a link: `<Link className={buttonClass('primary')}>`. */
export function buttonClass(
  kind: ButtonKind = 'secondary',
  size: 'regular' | 'large' = 'regular',
  wide = false,
): string {
  return classNames(
    styles.button,
    kind === 'primary' && styles.primary,
    kind === 'quiet' && styles.quiet,
    size === 'large' && styles.large,
    wide && styles.wide,
  )
}
