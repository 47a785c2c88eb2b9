import type { ScreenDisplay } from '#contract/screens.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useRoomTexts } from '../../language/room-texts.ts'
import { useScreenTexts } from '../../language/screen-texts.ts'
import { useTexts } from '../../language/texts.ts'
import { FullScreenButton } from '../../parts/room-display/full-screen-button.tsx'
import { Initials, Wordmark } from '../../ui/index.ts'
import styles from './between.module.css'

type BetweenProps = {
  /** Undefined before the first answer. */
  shown: ScreenDisplay | undefined
  isLost: boolean
}

/** The quiet picture while there is no code to show. */
export function Between({ shown, isLost }: BetweenProps) {
  const words = useScreenTexts()
  const room = useRoomTexts()
  const { product, reports } = useTexts()
  const format = useFormat()
  const session = shown?.session ?? undefined
  const hint = isLost ? undefined : session ? words.oneAtATimeHint : words.waitingHint
  return (
    <main className={styles.between}>
      <div className={styles.institute}>
        {shown ? (
          <>
            <Initials name={shown.organisation.name} of="institute" />
            <p lang={nameLanguage(shown.organisation.name)}>{shown.organisation.name}</p>
          </>
        ) : (
          <Wordmark name={product.name} />
        )}
      </div>
      <div className={styles.words} role="status">
        {session && <p className={styles.caption}>{reports.session(format.number(session.number))}</p>}
        <h1 className={styles.title}>{isLost ? words.reconnecting : session ? words.oneAtATime : words.waiting}</h1>
        {hint !== undefined && <p className={styles.hint}>{hint}</p>}
        {session && !isLost && (
          <p className={styles.count}>{room.here(format.number(session.count), format.number(session.members))}</p>
        )}
      </div>
      <footer className={styles.foot}>
        {shown && <span>{words.pairedUntil(shown.name, format.dateTime(shown.endsAt))}</span>}
        <FullScreenButton words={words} className={styles.way} />
      </footer>
    </main>
  )
}
