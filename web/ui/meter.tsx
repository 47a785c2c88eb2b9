import { useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './meter.module.css'

export type MeterProps = {
  /** 0 to 100. */
  percent: number
  /** The position of the line, 0 to 100. */
  line: number
  /** Height of the bar in px. */
  height?: number
  className?: string | undefined
}

/**
 * A bar with a line as its goal: solid when reached, hatched and outlined when not, so that colour is not needed.
 * Decoration: the figure is beside it. Drawn with attributes only, because static pages may have no style attribute.
 */
export function Meter({ percent, line, height = 12, className }: MeterProps) {
  const hatch = useId()
  const width = `${Math.min(100, Math.max(0, percent))}%`
  const isGood = percent >= line
  return (
    <svg
      className={classNames(styles.meter, isGood ? styles.good : styles.low, className)}
      height={height}
      aria-hidden="true"
    >
      {!isGood && (
        <defs>
          <pattern id={hatch} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <line className={styles.hatch} x1="2" y1="0" x2="2" y2="8" strokeWidth="4" />
          </pattern>
        </defs>
      )}
      <rect className={styles.track} width="100%" height={height} rx="3" />
      {percent > 0 && <rect className={styles.fill} width={width} height={height} rx="3" />}
      {percent > 0 && !isGood && <rect fill={`url(#${hatch})`} width={width} height={height} rx="3" />}
      <line className={styles.line} x1={`${line}%`} x2={`${line}%`} y1="-6" y2={height + 6} />
    </svg>
  )
}
