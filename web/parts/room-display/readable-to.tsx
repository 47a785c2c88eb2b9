import { useState } from 'react'
import { useFormat } from '../../language/format.ts'
import { useRoomTexts } from '../../language/room-texts.ts'
import styles from './room-display.module.css'

const storageKey = 'rollkey-picture-height'
/** The side of the code, without its quiet zone, as a part of the picture's height. */
const sideOfHeight = 0.54
/** A recent phone reads a code from sixteen times its side: 3 px a module in a picture of 1080 lines. */
const sidesAway = 16

/**
 * Up to what distance the code can be read. No browser knows how large a projector's picture is, so a person says its
 * height once on this computer; until then the distance is told in heights of the picture.
 */
export function ReadableTo() {
  const words = useRoomTexts()
  const format = useFormat()
  const [height, setHeight] = useState(readHeight)
  const metres = Math.floor(height * sideOfHeight * sidesAway)
  return (
    <p className={styles.readable}>
      <span>
        {metres > 0
          ? words.readableTo(format.number(metres))
          : words.readableToHeights(format.number(Math.floor(sideOfHeight * sidesAway)))}
      </span>
      <label className={styles.height}>
        {words.pictureHeight}
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
            keepHeight(next)
          }}
        />
        {words.metres}
      </label>
    </p>
  )
}

/** Metres; 0: not known. */
function readHeight(): number {
  try {
    return Number(localStorage.getItem(storageKey)) || 0
  } catch {
    return 0
  }
}

function keepHeight(metres: number): void {
  try {
    if (metres > 0) localStorage.setItem(storageKey, String(metres))
    else localStorage.removeItem(storageKey)
  } catch {
    // Storage may be forbidden; then it is asked for again.
  }
}
