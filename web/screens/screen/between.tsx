import { screenTexts } from '#contract/screen-texts.ts'
import type { ScreenDisplay } from '#contract/screens.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { FullScreenButton } from '../../parts/room-display/full-screen-button.tsx'
import { Initials, Wordmark } from '../../ui/index.ts'
import styles from './between.module.css'

type BetweenProps = {
  /** Undefined before the first answer. */
  shown: ScreenDisplay | undefined
  isLost: boolean
}

/** The quiet picture while no session runs. */
export function Between({ shown, isLost }: BetweenProps) {
  const words = useTextsOf(screenTexts)
  const { product } = useTexts()
  const format = useFormat()
  return (
    <main className={styles.between}>
      <div className={styles.institute}>
        {shown ? (
          <>
            <Initials name={shown.organisation.name} of="institute" />
            <p lang={nameLanguage(shown.organisation.name)}>{shown.organisation.name}</p>
            {shown.roomName !== undefined && <p>{shown.roomName}</p>}
          </>
        ) : (
          <Wordmark name={product.name} />
        )}
      </div>
      <div className={styles.words} role="status">
        <h1 className={styles.title}>{isLost ? words.reconnecting : words.waiting}</h1>
        {!isLost && <p className={styles.hint}>{words.waitingHint}</p>}
      </div>
      <footer className={styles.foot}>
        {shown && <span>{words.pairedUntil(shown.name, format.dateTime(shown.endsAt))}</span>}
        <FullScreenButton words={words} className={styles.way} />
      </footer>
    </main>
  )
}
