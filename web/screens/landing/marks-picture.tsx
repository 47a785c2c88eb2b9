import { IconCheck } from '@tabler/icons-react'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { classNames } from '../../ui/class-names.ts'
import { landingTexts } from './landing-texts.ts'
import styles from './marks-picture.module.css'
import { sampleMarks, samplePresent } from './sample-data.ts'

/** The strip of the latest marks on the board; sizes in em, so that it scales with the picture around it. */
export function MarksPicture({ className }: { className?: string | undefined }) {
  const landing = useTextsOf(landingTexts)
  const format = useFormat()
  return (
    <div className={classNames(styles.strip, className)} aria-hidden="true">
      <div className={styles.head}>
        <span>{landing.presentInSession}</span>
        <span className={styles.count}>
          {landing.presentCount(format.number(samplePresent.present), format.number(samplePresent.of))}
        </span>
      </div>
      {sampleMarks.map(({ name, rollNumber }, index) => (
        <div key={rollNumber} className={classNames(styles.mark, index === 0 && styles.newest)}>
          <IconCheck size="1.3em" stroke={2.4} />
          <span>{name}</span>
          <span className={styles.rollNumber}>{rollNumber}</span>
        </div>
      ))}
    </div>
  )
}
