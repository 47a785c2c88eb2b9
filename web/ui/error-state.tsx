import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useTexts } from '../language/texts.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './state.module.css'

export type ErrorStateProps = {
  title?: string
  /** The error, as a sentence for people. */
  message: string
  onRetry?: () => void
  retryLabel?: string
  /** A retry is running. */
  busy?: boolean
  /** It is the only content of the screen. */
  fullScreen?: boolean
  /** Its title is the heading of the page; on a full screen it always is. */
  isHeading?: boolean
}

/** A part could not be loaded: what, why, and a button that tries again. */
export function ErrorState(props: ErrorStateProps) {
  const { title, message, onRetry, retryLabel, busy = false, fullScreen = false, isHeading = fullScreen } = props
  const texts = useTexts()
  const Title = isHeading ? 'h1' : 'p'
  return (
    <div className={classNames(styles.state, fullScreen && styles.centred)} role="alert">
      <IconCloudOff size={36} stroke={1.7} aria-hidden="true" />
      <Title className={styles.title}>{title ?? texts.common.loadFailed}</Title>
      <p>{message}</p>
      {onRetry && (
        <div className={styles.action}>
          <Button icon={<IconRefresh size={20} stroke={1.9} aria-hidden="true" />} busy={busy} onClick={onRetry}>
            {retryLabel ?? texts.common.retry}
          </Button>
        </div>
      )}
    </div>
  )
}
