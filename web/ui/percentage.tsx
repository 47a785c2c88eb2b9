import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useFormat } from '../language/format.ts'
import { useTexts } from '../language/texts.ts'
import { classNames } from './class-names.ts'
import styles from './percentage.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

const iconSizes = { small: 18, medium: 30, large: 52 } as const

export type PercentageProps = {
  /** 0 to 100. */
  percent: number
  /** At or above this it is good, below it is not. */
  line: number
  size?: 'small' | 'medium' | 'large'
}

/** A percentage that shows good or bad by colour, by icon and in words. */
export function Percentage({ percent, line, size = 'small' }: PercentageProps) {
  const texts = useTexts()
  const format = useFormat()
  const isGood = percent >= line
  const shown = format.percent(percent)
  const Icon = isGood ? IconCircleCheck : IconAlertTriangle
  return (
    <span className={classNames(styles.percentage, styles[size], isGood ? styles.good : styles.low)} data-good={isGood}>
      <span aria-hidden="true">{shown}</span>
      <Icon size={iconSizes[size]} stroke={size === 'small' ? 1.9 : 2} aria-hidden="true" />
      {/* One string: screen readers put a space between separate pieces, even before a comma. */}
      <VisuallyHidden>{`${shown}, ${isGood ? texts.common.good : texts.common.belowLine(format.percent(line))}`}</VisuallyHidden>
    </span>
  )
}
