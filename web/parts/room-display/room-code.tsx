import type { Ref } from 'react'
import { typedCodeLength } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import { useTextsOf } from '../../language/texts.ts'
import { classNames } from '../../ui/index.ts'
import { QrCode } from '../qr-code/qr-code.tsx'
import styles from './room-code.module.css'
import type { RoomCodeNow } from './room-code-now.ts'
import { roomTexts } from './room-texts.ts'

/** One cell of the ruler for each second of a code. */
const cells = 10
const half = typedCodeLength / 2
/** From this many characters on the address is set smaller, and then it breaks before its path. */
const longAddress = 24

/** Why no code comes any more. */
export type NoMore = { readonly title: string; readonly hint?: string }

/** What stands in the place of the code then. */
export function NoMoreCode({ title, hint }: NoMore) {
  return (
    <div className={styles.measure}>
      <p className={classNames(styles.lost, styles.over)} role="status">
        <b>{title}</b>
        <span>{hint}</span>
      </p>
    </div>
  )
}

type RoomCodeProps = { now: RoomCodeNow; tile?: Ref<HTMLDivElement> }

/** The code to scan, the seconds that it has left, its letters to type, and where. All have one measure. */
export function RoomCode({ now: { code, left, isComing }, tile }: RoomCodeProps) {
  const words = useTextsOf(roomTexts)
  const current = cells - Math.min(cells, Math.ceil(left / 1_000))
  return (
    <div className={styles.measure}>
      <div ref={tile} className={styles.tile}>
        {code ? (
          <QrCode
            address={`${location.origin}${paths.checkIn}#${code.publicId}.${code.code}`}
            label={words.code}
            level="L"
          />
        ) : isComing ? (
          <p className={styles.lost} role="status">
            <b>{words.codeIsComing}</b>
          </p>
        ) : (
          <p className={styles.lost} role="alert">
            <b>{words.noConnection}</b>
            <span>{words.codeIsOver}</span>
          </p>
        )}
      </div>
      <div className={styles.ruler} aria-hidden="true">
        {Array.from({ length: cells }, (_, cell) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a second of the code never moves
            key={cell}
            data-cell={code === undefined || cell < current ? 'past' : cell === current ? 'now' : 'left'}
          />
        ))}
      </div>
      <p className={styles.letters}>
        {code ? (
          <>
            <span>{code.code.slice(0, half)}</span>
            <i aria-hidden="true">-</i>
            <span>{code.code.slice(half, typedCodeLength)}</span>
          </>
        ) : (
          <span aria-hidden="true">&nbsp;</span>
        )}
      </p>
      <Address />
    </div>
  )
}

/** Where the letters are typed. */
function Address() {
  const { host } = location
  const isLong = host.length + paths.checkIn.length > longAddress
  return (
    <p className={isLong ? styles.longAddress : styles.address} data-long={isLong || undefined}>
      <span>{host}</span>
      <wbr />
      <i>/</i>
      <span>{paths.checkIn.slice(1)}</span>
    </p>
  )
}
