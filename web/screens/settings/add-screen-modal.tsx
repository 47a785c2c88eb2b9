import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#contract/paths.ts'
import { screenTexts } from '#contract/screen-texts.ts'
import type { ScreenList, WaitingScreen } from '#contract/screens.ts'
import { approveScreen, lookUpScreen } from '../../client/own-screen-calls.ts'
import { messageOf } from '../../client/request-error.ts'
import { UpdateForm } from '../../forms/update-form.tsx'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { StepUpCancelled, useStepUp } from '../../parts/step-up/use-step-up.tsx'
import { Choice, Modal, showError, showSuccess, TextField } from '../../ui/index.ts'
import { nameBrowser } from './name-browser.ts'
import styles from './screens-section.module.css'
import { useScreenName } from './use-screen-name.tsx'
import { useScreenRoom } from './use-screen-room.tsx'

type Approved = { onApproved: (list: ScreenList) => void; onClose: () => void }
type Found = { readonly code: string; readonly screen: WaitingScreen }

/** First the code that the screen shows, then what is known of it, its name and its end. */
export function AddScreenModal({ open, ...rest }: Approved & { open: boolean }) {
  const words = useTextsOf('screen', screenTexts)
  return (
    <Modal open={open} onClose={rest.onClose} title={words.addTitle}>
      <Steps {...rest} />
    </Modal>
  )
}

function Steps({ onApproved, onClose }: Approved) {
  const [found, setFound] = useState<Found | undefined>()
  if (found) return <ApproveForm found={found} onApproved={onApproved} onClose={onClose} />
  return <CodeForm onFound={setFound} onClose={onClose} />
}

function CodeForm({ onFound, onClose }: { onFound: (found: Found) => void; onClose: () => void }) {
  const texts = useTexts()
  const words = useTextsOf('screen', screenTexts)
  const stepUp = useStepUp('ORG', true)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | undefined>()
  const { mutate, isPending } = useMutation({
    mutationFn: () => stepUp.run(() => lookUpScreen(code)),
    onSuccess: (screen) => onFound({ code, screen }),
    onError: (refusal) => {
      if (!(refusal instanceof StepUpCancelled)) setError(messageOf(refusal, texts))
    },
  })
  return (
    <>
      <UpdateForm
        action={words.find}
        busy={isPending}
        errors={error}
        onCancel={onClose}
        onSubmit={() => {
          if (code.trim() === '') setError(texts.field.needed)
          else mutate()
        }}
      >
        <p className={styles.hint}>{words.addHint(location.host + paths.screen)}</p>
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
      {stepUp.dialog}
    </>
  )
}

function ApproveForm({ found: { code, screen }, onApproved, onClose }: Approved & { found: Found }) {
  const texts = useTexts()
  const words = useTextsOf('screen', screenTexts)
  const format = useFormat()
  const stepUp = useStepUp('ORG', true)
  const [days, setDays] = useState(screen.ends[0]?.days ?? 1)
  const { name, error, field, check } = useScreenName('', words.nameHint)
  const room = useScreenRoom(null)
  const endsAt = screen.ends.find((end) => end.days === days)?.endsAt
  const { mutate, isPending } = useMutation({
    mutationFn: () => stepUp.run(() => approveScreen({ code, name, days, ...room.change })),
    onSuccess: (list) => {
      onApproved(list)
      showSuccess(words.approved)
      onClose()
    },
    onError: (refusal) => {
      if (!(refusal instanceof StepUpCancelled)) showError(messageOf(refusal, texts))
    },
  })
  const labels = [words.ends.today, words.ends.week, words.ends.month]
  return (
    <>
      <UpdateForm
        action={words.approve}
        busy={isPending}
        errors={error}
        onCancel={onClose}
        onSubmit={() => {
          if (check()) mutate()
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
          {endsAt !== undefined && <p className={styles.hint}>{words.endsAt(format.dateTime(endsAt))}</p>}
        </div>
      </UpdateForm>
      {stepUp.dialog}
    </>
  )
}
