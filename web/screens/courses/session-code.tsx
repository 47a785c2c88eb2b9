import { messageOf } from '../../client/request-error.ts'
import { getRoomCode } from '../../client/room-calls.ts'
import { useTexts } from '../../language/texts.ts'
import styles from '../../parts/courses/courses.module.css'
import { RoomCode } from '../../parts/room-display/room-code.tsx'
import { useAskedCode } from '../../parts/room-display/use-asked-code.ts'
import { showError } from '../../ui/index.ts'

/** The code of a session, shown on this device: for a room without a screen. */
export function SessionCode({ sessionId }: { sessionId: string }) {
  const texts = useTexts()
  const { now } = useAskedCode(sessionId, {
    ask: () => getRoomCode(sessionId),
    codeOf: (answer) => answer,
    onRefused: (error) => showError(messageOf(error, texts)),
  })
  return (
    <div className={styles.code}>
      <RoomCode now={now} />
    </div>
  )
}
