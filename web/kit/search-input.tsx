import { useEffect, useEffectEvent } from 'react'
import { maxSearchLength } from '#contract/report-requests.ts'
import { reportTexts } from '#contract/report-texts.ts'
import { useTextsOf } from '../language/texts.ts'
import { TextField } from '../ui/index.ts'

const typingPauseMs = 300

export type SearchInputProps = {
  label?: string
  placeholder?: string
  className?: string | undefined
  typed: string
  onType: (typed: string) => void
  /** Gets the text after a pause in typing, also where it is the same as before. */
  onPause: (search: string) => void
}

/** A field for names and roll numbers that searches while a person types. */
export function SearchInput({ label, placeholder, className, typed, onType, onPause }: SearchInputProps) {
  const words = useTextsOf(reportTexts)
  const send = useEffectEvent(onPause)
  useEffect(() => {
    const timer = setTimeout(() => send(typed.trim()), typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <TextField
      label={label ?? words.search}
      className={className}
      placeholder={placeholder}
      type="search"
      enterKeyHint="search"
      autoComplete="off"
      maxLength={maxSearchLength}
      required={false}
      value={typed}
      onValueChange={onType}
    />
  )
}
