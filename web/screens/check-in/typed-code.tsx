import { IconInfoCircle } from '@tabler/icons-react'
import { type ClipboardEvent, useId, useRef, useState } from 'react'
import { checkInTexts } from '#contract/check-in-texts.ts'
import { mayBeSignedIn } from '../../client/signed-in-hint.ts'
import { Form } from '../../forms/form.tsx'
import { useTextsOf } from '../../language/texts.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field-error.tsx'
import styles from './check-in.module.css'
import type { CheckInWork } from './use-check-in.ts'

const half = 4

/** The room's code, typed: four letters and four. It is looked for among the institutes of the student, so the login comes first. */
export function TypedCode({ work, isAlone = false }: { work: CheckInWork; isAlone?: boolean }) {
  const words = useTextsOf(checkInTexts)
  return (
    <>
      {!isAlone && (
        <p className={styles.or}>
          <span>{words.orType}</span>
        </p>
      )}
      {mayBeSignedIn() ? (
        <CodeForm work={work} isAlone={isAlone} />
      ) : (
        <div className={styles.form}>
          <Button size="large" wide onClick={() => work.go({ kind: 'log-in', next: 'type' })}>
            {words.logInToType}
          </Button>
        </div>
      )}
      <p className={styles.advice}>
        <IconInfoCircle size={20} stroke={1.9} aria-hidden="true" />
        <span>{words.noLuck}</span>
      </p>
    </>
  )
}

function CodeForm({ work, isAlone }: { work: CheckInWork; isAlone: boolean }) {
  const words = useTextsOf(checkInTexts)
  const [halves, setHalves] = useState<readonly [string, string]>(['', ''])
  const [error, setError] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)
  const last = useRef<HTMLInputElement>(null)
  const first = useRef<HTMLInputElement>(null)
  const ids = { label: useId(), hint: useId(), error: useId() }

  /** What does not fit into the first half goes on in the second, as when a code is pasted whole. */
  function take(first: string, rest: string) {
    const letters = first.replace(/[\s-]/g, '').toUpperCase()
    setError(undefined)
    setHalves([letters.slice(0, half), (letters.slice(half) + rest).slice(0, half)])
    if (letters.length >= half) last.current?.focus()
  }

  function paste(event: ClipboardEvent) {
    event.preventDefault()
    take(event.clipboardData.getData('text'), '')
  }

  async function submit() {
    if (isBusy) return
    const typed = halves.join('')
    if (typed.length < 2 * half) {
      setError(words.codeIncomplete)
      ;(halves[0].length < half ? first : last).current?.focus()
      return
    }
    setBusy(true)
    const trouble = await work.type(typed)
    setBusy(false)
    if (trouble === undefined) return
    setError({ wrong: words.codeWrong, limited: words.codeLimited, lost: words.lostHint }[trouble])
    first.current?.focus()
  }

  const shared = {
    type: 'text',
    inputMode: 'text',
    autoCapitalize: 'characters',
    autoComplete: 'off',
    autoCorrect: 'off',
    spellCheck: false,
    'aria-invalid': error !== undefined || undefined,
    'aria-describedby': error === undefined ? ids.hint : ids.error,
    onPaste: paste,
  } as const
  return (
    <Form className={styles.form} onSubmit={submit}>
      {isAlone ? (
        <h1 id={ids.label} className={styles.title}>
          {words.code}
        </h1>
      ) : (
        <p id={ids.label} className={styles.label}>
          {words.code}
        </p>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be another box */}
      <div className={styles.halves} role="group" aria-labelledby={ids.label}>
        <input
          {...shared}
          ref={first}
          aria-label={words.codeFirst}
          value={halves[0]}
          onChange={(event) => take(event.currentTarget.value, halves[1])}
        />
        <span className={styles.dash} aria-hidden="true" />
        <input
          {...shared}
          ref={last}
          aria-label={words.codeLast}
          value={halves[1]}
          onChange={(event) => {
            setError(undefined)
            setHalves([halves[0], event.currentTarget.value.replace(/[\s-]/g, '').toUpperCase().slice(0, half)])
          }}
          onKeyDown={(event) => {
            if (event.key === 'Backspace' && halves[1] === '') first.current?.focus()
          }}
        />
      </div>
      <FieldError id={ids.error} message={error} />
      {error === undefined && (
        <p id={ids.hint} className={styles.quiet}>
          {words.codeHint}
        </p>
      )}
      <Button type="submit" kind="primary" size="large" wide busy={isBusy}>
        {words.action}
      </Button>
    </Form>
  )
}
