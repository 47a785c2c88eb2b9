import { IconCheck } from '@tabler/icons-react'
import { nameLanguage } from '../../language/name-language.ts'
import { classNames, useMatches } from '../../ui/index.ts'
import styles from './newest-names.module.css'
import type { RoomCount } from './room-code-now.ts'

/** Two columns of three fit under the count, in a low window of two. */
const cells = { high: 6, low: 4 }
const lowWindow = '(max-height: 699.98px) and (min-width: 1024px)'
/** So many letters fit in one of them; a longer name has a row of its own. */
const letters = 24

/** Who has checked in last, as the institute's settings show names. Nothing where they are off. */
export function NewestNames({ latest }: { latest: RoomCount | undefined }) {
  const isLow = useMatches(lowWindow)
  // Two students may show the same name: each is known by the place of its mark.
  const names = latest?.newest.map((name, place) => ({ name, mark: latest.count - place })) ?? []
  return (
    <ol className={styles.list}>
      {thatFit(names, isLow ? cells.low : cells.high).map(({ name, mark }) => (
        <li
          key={mark}
          className={classNames(
            styles.name,
            name.length > letters && styles.long,
            mark === latest?.count && styles.newest,
          )}
          lang={nameLanguage(name)}
        >
          <IconCheck size={24} stroke={2.4} aria-hidden="true" />
          <span>{name}</span>
        </li>
      ))}
    </ol>
  )
}

function thatFit<Shown extends { readonly name: string }>(names: readonly Shown[], room: number): Shown[] {
  let taken = 0
  return names.filter(({ name }) => {
    taken += name.length > letters ? 2 : 1
    return taken <= room
  })
}
