import { useState } from 'react'
import { fieldTexts } from '#contract/field-texts.ts'
import { paths } from '#contract/paths.ts'
import { screenTexts } from '#contract/screen-texts.ts'
import type { WaitingScreen } from '#contract/screens.ts'
import { ownTimeZone } from '../../client/own-time-zone.ts'
import { UpdateForm } from '../../forms/update-form.tsx'
import { useAct } from '../../kit/use-act.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Choice, Hint, TextField, useDialogTitle } from '../../ui/index.ts'
import { nameBrowser } from './name-browser.ts'
import styles from './screens-section.module.css'
import { useScreenName } from './use-screen-name.tsx'
import { useScreenRoom } from './use-screen-room.tsx'

type Approved = { onClose: () => void }
type Found = { readonly code: string; readonly screen: WaitingScreen }

/** First the code that the screen shows, then what is known of it, its name and its end. */
export function AddScreenModal({ onClose }: Approved) {
  useDialogTitle(useTextsOf(screenTexts).addTitle)
  const [found, setFound] = useState<Found | undefined>()
  if (found) return <ApproveForm found={found} onClose={onClose} />
  return <CodeForm onFound={setFound} onClose={onClose} />
}

function CodeForm({ onFound, onClose }: { onFound: (found: Found) => void; onClose: () => void }) {
  const fieldWords = useTextsOf(fieldTexts)
  const words = useTextsOf(screenTexts)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | undefined>()
  const { run, isBusy } = useAct('POST /screens/look-up')
  async function find() {
    const refused = (_error: Error, sentence: string) => setError(sentence)
    const screen = await run({}, { code, timeZone: ownTimeZone() }, { refused })
    if (screen) onFound({ code, screen })
  }
  return (
    <UpdateForm
      action={words.find}
      busy={isBusy}
      errors={error}
      onCancel={onClose}
      onSubmit={() => {
        if (code.trim() === '') setError(fieldWords.needed)
        else void find()
      }}
    >
      <Hint>{words.addHint(location.host + paths.screen)}</Hint>
      <TextField
        code
        label={words.codeLabel}
        error={error}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="next"
        value={code}
        onValueChange={(typed) => {
          setCode(typed)
          setError(undefined)
        }}
      />
    </UpdateForm>
  )
}

function ApproveForm({ found: { code, screen }, onClose }: Approved & { found: Found }) {
  const words = useTextsOf(screenTexts)
  const format = useFormat()
  const [days, setDays] = useState(screen.ends[0]?.days ?? 1)
  const { name, error, field, check } = useScreenName('', words.nameHint)
  const room = useScreenRoom(null)
  const endsAt = screen.ends.find((end) => end.days === days)?.endsAt
  const { run, isBusy } = useAct('POST /screens')
  async function approve() {
    const approval = { code, name, days, ...room.change, timeZone: ownTimeZone() }
    if (await run({}, approval, { done: words.approved })) onClose()
  }
  const labels = [words.ends.today, words.ends.week, words.ends.month]
  return (
    <UpdateForm
      action={words.approve}
      busy={isBusy}
      errors={error}
      onCancel={onClose}
      onSubmit={() => {
        if (check()) void approve()
      }}
    >
      <p className={styles.warning}>{words.standsBefore}</p>
      <dl className={styles.facts}>
        <dt>{words.browser}</dt>
        <dd>{nameBrowser(screen, words)}</dd>
        <dt>{words.network}</dt>
        <dd>{(screen.isSameNetwork ? words.sameNetwork : words.otherNetwork)(screen.address)}</dd>
        <dt>{words.asked}</dt>
        <dd>{format.dateTime(screen.askedAt)}</dd>
      </dl>
      {field}
      {room.field}
      <div className={styles.until}>
        <p className={styles.label}>{words.until}</p>
        <Choice
          label={words.until}
          options={screen.ends.map((end, place) => ({ value: String(end.days), label: labels[place] ?? '' }))}
          value={String(days)}
          onChoose={(chosen) => setDays(Number(chosen))}
        />
        {endsAt !== undefined && <Hint>{words.endsAt(format.dateTime(endsAt))}</Hint>}
      </div>
    </UpdateForm>
  )
}
