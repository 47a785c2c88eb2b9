import type { Dispatch, RefObject, SetStateAction } from 'react'
import { useEffect, useRef, useState } from 'react'
import { goToFirstError } from './go-to-first-error.ts'

export type FormErrors<Name extends string> = Partial<Record<Name, string | undefined>>

export type FormState<Name extends string> = {
  readonly values: Readonly<Record<Name, string>>
  readonly busy: boolean
  readonly formRef: RefObject<HTMLFormElement | null>
  /** Everything that a TextField needs for one value. */
  readonly field: (name: Name) => {
    name: Name
    value: string
    error: string | undefined
    onValueChange: (value: string) => void
    onBlur: () => void
  }
  /** Shows a message at a field until it is edited, and moves the focus there. */
  readonly fail: (name: Name, message: string) => void
  /** Puts the focus on the button that sends the form. */
  readonly goToSubmit: () => void
  /** Takes the words of `fail` back. */
  readonly dismiss: (name: Name) => void
  /** Why the whole was refused, where no field is to blame; stays until the next try. */
  readonly refusal: string | undefined
  readonly refuse: (message: string) => void
  readonly clear: () => void
  /** For the form's onSubmit: shows errors and moves the focus to the first, or else runs `send`, one at a time. */
  readonly submit: (send: (values: Readonly<Record<Name, string>>) => Promise<void>) => () => void
}

export type FormValues<Name extends string> = {
  readonly initial: Readonly<Record<Name, string>>
  readonly values: Readonly<Record<Name, string>>
  readonly setValues: Dispatch<SetStateAction<Readonly<Record<Name, string>>>>
}

/** The typed values, separate from the form that checks them: a look-up may have to come between. */
export function useFormValues<Name extends string>(initial: Readonly<Record<Name, string>>): FormValues<Name> {
  const [values, setValues] = useState(initial)
  return { initial, values, setValues }
}

/**
 * The state of a form of text fields. A field is checked when it is left, and all fields when the form is sent.
 * `errors`: of the present values.
 */
export function useForm<Name extends string>(
  { initial, values, setValues }: FormValues<Name>,
  errors: FormErrors<Name>,
): FormState<Name> {
  const [left, setLeft] = useState<ReadonlySet<Name>>(new Set())
  const [refused, setRefused] = useState<FormErrors<Name>>({})
  const [refusal, setRefusal] = useState<string | undefined>(undefined)
  const [busy, setBusy] = useState(false)
  const formRef = useRef<HTMLFormElement>(null)
  const [timesWrong, setTimesWrong] = useState(0)
  useEffect(() => {
    if (timesWrong > 0) goToFirstError(formRef)
  }, [timesWrong])

  const field: FormState<Name>['field'] = (name) => ({
    name,
    value: values[name],
    error: refused[name] ?? (left.has(name) ? errors[name] : undefined),
    onValueChange: (value) => {
      setValues((old) => ({ ...old, [name]: value }))
      dismiss(name)
    },
    // An empty field that was only passed through is not an error yet.
    onBlur: () => values[name] !== '' && setLeft((old) => new Set(old).add(name)),
  })

  const clear = () => {
    setValues(initial)
    setLeft(new Set())
    setRefused({})
  }

  const fail: FormState<Name>['fail'] = (name, message) => {
    setRefused((old) => ({ ...old, [name]: message }))
    setTimesWrong((times) => times + 1)
  }

  const dismiss: FormState<Name>['dismiss'] = (name) => setRefused((old) => ({ ...old, [name]: undefined }))

  const submit: FormState<Name>['submit'] = (send) => () => {
    if (busy) return
    if (Object.values(errors).some((error) => error !== undefined)) {
      setLeft(new Set(Object.keys(values) as Name[]))
      setTimesWrong((times) => times + 1)
      return
    }
    setRefused({})
    setRefusal(undefined)
    setBusy(true)
    void send(values).finally(() => setBusy(false))
  }

  return {
    values,
    busy,
    formRef,
    field,
    clear,
    submit,
    fail,
    dismiss,
    goToSubmit: () => formRef.current?.querySelector<HTMLElement>('[type=submit]')?.focus(),
    refusal,
    refuse: setRefusal,
  }
}
