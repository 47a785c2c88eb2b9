import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { importTexts } from '#contract/import-texts.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Banner, Button } from '../../ui/index.ts'
import styles from './imports.module.css'

const icon = <IconAlertTriangle size={24} stroke={1.8} aria-hidden="true" />

/** Something was changed since the plan, as `title` says: it is made again. */
export function Moved({ title, isBusy, onAgain }: { title: string; isBusy: boolean; onAgain: () => void }) {
  const { plan: say } = useTextsOf('import', importTexts)
  return (
    <Banner
      icon={icon}
      title={title}
      action={
        <Button kind="primary" busy={isBusy} onClick={onAgain}>
          {say.runAgain}
        </Button>
      }
    >
      {say.movedHint}
    </Banner>
  )
}

type OnHoldProps = {
  /** How many would end. */
  title: string
  hint: string
  /** What the person says after a look. */
  confirm: string
  isReviewed: boolean
  onLook: () => void
  onReviewed: (isReviewed: boolean) => void
}

/** The import is applied only after a person has looked at what would end, and has said so. */
export function OnHold({ title, hint, confirm, isReviewed, onLook, onReviewed }: OnHoldProps) {
  const { plan: say } = useTextsOf('import', importTexts)
  const [hasLooked, setLooked] = useState(false)
  return (
    <Banner
      icon={icon}
      title={title}
      action={
        <Button
          onClick={() => {
            setLooked(true)
            onLook()
          }}
        >
          {say.review}
        </Button>
      }
      more={
        hasLooked && (
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={isReviewed}
              onChange={({ currentTarget }) => onReviewed(currentTarget.checked)}
            />
            <span>{confirm}</span>
          </label>
        )
      }
    >
      {hint}
    </Banner>
  )
}
