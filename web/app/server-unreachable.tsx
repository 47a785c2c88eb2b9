import { messageOf } from '../client/request-error.ts'
import { useTexts } from '../language/texts.ts'
import { ErrorState } from '../ui/index.ts'

/** The session is unknown because the server did not answer: nothing can be shown yet. Retries by itself. */
export function ServerUnreachable({ error, busy, onRetry }: { error: Error; busy: boolean; onRetry: () => void }) {
  const texts = useTexts()
  return (
    <main>
      <ErrorState
        fullScreen
        title={navigator.onLine ? texts.common.serverDown : texts.common.offline}
        message={messageOf(error, texts)}
        busy={busy}
        onRetry={onRetry}
      />
    </main>
  )
}
