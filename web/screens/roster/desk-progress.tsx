import { enrolTexts } from '#contract/enrol-texts.ts'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { classNames } from '../../ui/index.ts'
import styles from './desk.module.css'

const everyone = { show: 'all', search: '', limit: 1, offset: 0 } as const
const cells = 40

/** How many of all have a passkey: in words, and as cells that fill up, the next one marked. */
export function DeskProgress() {
  const { desk: words } = useTextsOf(enrolTexts)
  const { number } = useFormat()
  const { data } = useRead('GET /people', {}, everyone)
  if (!data) return null
  const { counts } = data
  const ready = counts.all - counts['not-registered'] - counts['no-passkey']
  const full = Math.floor((ready / Math.max(1, counts.all)) * cells)
  return (
    <>
      <p className={styles.progress}>{words.enrolled(number(ready), number(counts.all))}</p>
      <svg className={styles.cells} aria-hidden="true">
        {Array.from({ length: cells }, (_, at) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
            key={at}
            className={classNames(styles.cell, at < full && styles.full, at === full && styles.nextCell)}
            x={`${(at * 100) / cells}%`}
            width={`${80 / cells}%`}
            y="1"
            height="14"
            rx="2"
          />
        ))}
      </svg>
    </>
  )
}
