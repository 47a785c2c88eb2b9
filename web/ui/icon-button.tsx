import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'
import type { ButtonKind } from './button.tsx'
import { buttonClass } from './button.tsx'
import { classNames } from './class-names.ts'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  /** Its action, in words. */
  label: string
  icon: ReactNode
  kind?: ButtonKind
}

/** A square button with only an icon: close, pager, theme. */
export function IconButton({ label, icon, kind = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classNames(buttonClass(kind), styles.icon, className)}
    >
      {icon}
    </button>
  )
}
