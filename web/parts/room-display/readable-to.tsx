import { type RefObject, useLayoutEffect, useState } from 'react'
import { useFormat } from '../../language/format.ts'
import { keep, readKept } from '../../language/site-data.ts'
import { useTextsOf } from '../../language/texts.ts'
import styles from './room-display.module.css'
import { roomTexts } from './room-texts.ts'

const storageKey = 'rollkey-picture-height'
/** The side of the code without its quiet zone, as a part of its tile: 29 of 37 modules. A longer address has more. */
const codeOfTile = 29 / 37
/** Any phone reads a code from ten times its side. */
const sidesAway = 10

/**
 * Up to what distance any phone can read the code on the tile. No browser knows how large a projector's picture is, so a person
 * says its height once on this computer; until then the distance is told in heights of the picture.
 */
export function ReadableTo({ tile }: { tile: RefObject<HTMLElement | null> }) {
  const words = useTextsOf(roomTexts)
  const format = useFormat()
  // Metres; 0: not known.
  const [height, setHeight] = useState(() => Number(readKept(storageKey)) || 0)
  const heightsAway = usePartOfPicture(tile) * codeOfTile * sidesAway
  const metres = Math.floor(height * heightsAway)
  return (
    <p className={styles.readable}>
      <span>
        {metres > 0
          ? words.readableTo(format.number(metres))
          : words.readableToHeights(format.number(Math.floor(heightsAway)))}
      </span>
      <label className={styles.height}>
        <span>{words.pictureHeight}</span>
        <input
          type="number"
          min="0.1"
          max="20"
          step="0.1"
          inputMode="decimal"
          value={height > 0 ? height : ''}
          onChange={(event) => {
            const typed = event.currentTarget.valueAsNumber
            const next = typed > 0 && typed <= 20 ? typed : 0
            setHeight(next)
            keep(storageKey, next > 0 ? String(next) : undefined)
          }}
        />
        <span>{words.metres}</span>
      </label>
    </p>
  )
}

/** The height of the tile as a part of the picture's. A window that is not the whole picture is smaller than it. */
function usePartOfPicture(tile: RefObject<HTMLElement | null>): number {
  const [part, setPart] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setPart((tile.current?.clientHeight ?? 0) / Math.max(innerHeight, screen.height))
    const observer = new ResizeObserver(measure)
    if (tile.current) observer.observe(tile.current)
    measure()
    return () => observer.disconnect()
  }, [tile])
  return part
}
