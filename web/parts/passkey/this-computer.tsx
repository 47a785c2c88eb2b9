import { IconDeviceLaptop } from '@tabler/icons-react'
import { useTextsOf } from '../../language/texts.ts'
import { Button } from '../../ui/index.ts'
import { passkeyGuideTexts } from './passkey-guide-texts.ts'
import styles from './this-computer.module.css'

export type ThisComputerProps = {
  /** The computer's own registration runs. */
  busy: boolean
  /** Another registration runs, and is not to be cut off. */
  resting?: boolean
  onClick: () => void
}

/** The second way to a student's passkey, where a phone is asked first: the computer keeps it. */
export function ThisComputer(button: ThisComputerProps) {
  const { guide } = useTextsOf(passkeyGuideTexts)
  return (
    <div className={styles.other}>
      <Button
        kind="quiet"
        className={styles.computer}
        icon={<IconDeviceLaptop size={20} stroke={1.9} aria-hidden="true" />}
        {...button}
      >
        {guide.onThisComputer}
      </Button>
      <span className={styles.hint}>{guide.onThisComputerHint}</span>
    </div>
  )
}
