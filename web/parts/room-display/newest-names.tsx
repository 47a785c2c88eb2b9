import { IconCheck } from '@tabler/icons-react'
import type { CurrentRoomCode } from '#contract/room-display.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { classNames } from '../../ui/index.ts'
import styles from './newest-names.module.css'

/** As many as fit under the count. */
const namesShown = 6

/** Who has checked in last, as the institute's settings show names. Nothing where they are off. */
export function NewestNames({ latest }: { latest: CurrentRoomCode | undefined }) {
  // Two students may show the same name: each is known by the place of its mark.
  const names = latest?.newest.slice(0, namesShown).map((name, place) => ({ name, mark: latest.count - place })) ?? []
  return (
    <ol className={styles.list}>
      {names.map(({ name, mark }) => (
        <li
          key={mark}
          className={classNames(styles.name, mark === latest?.count && styles.newest)}
          lang={nameLanguage(name)}
        >
          <IconCheck size={24} stroke={2.4} aria-hidden="true" />
          <span>{name}</span>
        </li>
      ))}
    </ol>
  )
}
