import { NavLink } from 'react-router'
import { classNames } from './class-names.ts'
import indexTab from './index-tab.module.css'
import option from './option.module.css'

export type TabLinksProps = {
  /** Names the group for screen readers. */
  label: string
  links: readonly { readonly to: string; readonly label: string }[]
}

/** Tabs that are separate pages. */
export function TabLinks({ label, links }: TabLinksProps) {
  return (
    <nav className={indexTab.list} aria-label={label}>
      {links.map((link) => (
        <NavLink
          key={link.to}
          end
          to={link.to}
          className={classNames(option.option, indexTab.tab)}
          data-label={link.label}
        >
          {link.label}
        </NavLink>
      ))}
    </nav>
  )
}
