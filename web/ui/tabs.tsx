import type { KeyboardEvent, ReactNode } from 'react'
import { useId } from 'react'
import { classNames } from './class-names.ts'
import indexTab from './index-tab.module.css'
import option from './option.module.css'
import styles from './tabs.module.css'

export type TabsProps<Value extends string> = {
  /** Names the group for screen readers. */
  label: string
  tabs: readonly { readonly value: Value; readonly label: string }[]
  value: Value
  onValueChange: (value: Value) => void
  /** The open tab's content. */
  children: ReactNode
}

/** Tabs over one panel. Arrow keys, Home and End open them (ARIA: tabs with automatic activation). */
export function Tabs<Value extends string>({ label, tabs, value, onValueChange, children }: TabsProps<Value>) {
  const id = useId()
  const idOf = (one: Value) => `${id}-${one}`

  function move(event: KeyboardEvent) {
    const place = tabs.findIndex((tab) => tab.value === value)
    const next = tabs[findNextPlace(event.key, place, tabs.length) ?? tabs.length]
    if (next === undefined) return
    event.preventDefault()
    onValueChange(next.value)
    document.getElementById(idOf(next.value))?.focus()
  }

  return (
    <>
      <div role="tablist" className={indexTab.list} aria-label={label}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={idOf(tab.value)}
            type="button"
            role="tab"
            className={classNames(option.option, indexTab.tab)}
            data-label={tab.label}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            // One stop for the Tab key.
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => tab.value !== value && onValueChange(tab.value)}
            onKeyDown={move}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={idOf(value)} className={styles.panel} tabIndex={-1}>
        {children}
      </div>
    </>
  )
}

/** The place of the tab that a key leads to, round from the last one to the first; undefined for other keys. */
function findNextPlace(key: string, place: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (place + 1) % count
    case 'ArrowLeft':
      return (place + count - 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
