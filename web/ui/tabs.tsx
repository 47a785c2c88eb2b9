import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
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

/** Tabs over one panel. Arrow keys move between them. */
export function Tabs<Value extends string>({ label, tabs, value, onValueChange, children }: TabsProps<Value>) {
  return (
    <BaseTabs.Root value={value} onValueChange={(next) => onValueChange(next as Value)}>
      <BaseTabs.List className={indexTab.list} aria-label={label} activateOnFocus>
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            className={classNames(option.option, indexTab.tab)}
            data-label={tab.label}
          >
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      <BaseTabs.Panel value={value} className={styles.panel} tabIndex={-1}>
        {children}
      </BaseTabs.Panel>
    </BaseTabs.Root>
  )
}
