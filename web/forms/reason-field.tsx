import { type RefObject, useEffect, useRef, useState } from 'react'
import { fieldTexts } from '#contract/field-texts.ts'
import { isPlainText, maxRulingReasonLength, normaliseText } from '#contract/text-fields.ts'
import { useTextsOf } from '../language/texts.ts'
import { TextField } from '../ui/index.ts'
import type { TextFieldProps } from '../ui/text-field.tsx'

type ReasonOptions = {
  /** What is said where it is missing; '' where it may be. */
  readonly needed?: string
  /** Characters. */
  readonly max?: number
  readonly begins?: string
  /** Keeps what is typed for the next question. */
  readonly onType?: (typed: string) => void
}

/** A typed reason: checked when it is taken, and kept where the act is refused. */
export type Reason = {
  readonly typed: string
  /** In its plain form. Undefined where it is wrong: then that is said, and the first wrong field of the form has the focus. */
  readonly take: () => string | undefined
  readonly focus: () => void
  readonly field: Pick<TextFieldProps, 'value' | 'onValueChange' | 'error'> & {
    readonly ref: RefObject<HTMLInputElement | null>
  }
}

/** The state of a `ReasonField`. */
export function useReason({ needed, max = maxRulingReasonLength, begins = '', onType }: ReasonOptions = {}): Reason {
  const words = useTextsOf(fieldTexts)
  const [typed, setTyped] = useState(begins)
  const [error, setError] = useState<string>()
  const [timesWrong, setTimesWrong] = useState(0)
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // By now the field has its message, which is read aloud when it gets the focus.
    const place = timesWrong > 0 ? (ref.current?.form ?? ref.current?.parentElement) : undefined
    place?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [timesWrong])
  return {
    typed,
    take() {
      const reason = normaliseText(typed)
      const missing = needed === '' ? undefined : (needed ?? words.needed)
      const wrong = reason === '' ? missing : isPlainText(reason, max) ? undefined : words.textWrong(max)
      setError(wrong)
      if (wrong === undefined) return reason
      setTimesWrong((times) => times + 1)
      return undefined
    },
    focus: () => ref.current?.focus(),
    field: {
      ref,
      value: typed,
      error,
      onValueChange(text) {
        setTyped(text)
        setError(undefined)
        onType?.(text)
      },
    },
  }
}

type ReasonFieldProps = Pick<TextFieldProps, 'label' | 'hint' | 'optional' | 'autoFocus'> & { of: Reason }

/** Why something is decided, in one line. */
export function ReasonField({ of, ...field }: ReasonFieldProps) {
  return <TextField autoComplete="off" {...field} {...of.field} />
}
