import { useEffect, useEffectEvent } from 'react'
import { maxSearchLength } from '#contract/report-requests.ts'
import { useTexts } from '../../language/texts.ts'
import { TextField } from '../../ui/index.ts'
import styles from './report.module.css'
import { useDraft } from './use-draft.ts'
import { useReportAddress } from './use-report-address.ts'

const typingPauseMs = 300

/** The typed text goes into the address after a pause in typing. */
export function SearchField({ search }: { search: string }) {
  const { reports: words } = useTexts()
  const { change } = useReportAddress()
  const { draft: typed, setDraft: setTyped, noteSent } = useDraft(search)
  const send = useEffectEvent((text: string) => {
    if (text === search) return
    noteSent(text)
    change({ search: text === '' ? null : text }, 'replace')
  })
  useEffect(() => {
    const timer = setTimeout(() => send(typed.trim()), typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <TextField
      label={words.search}
      className={styles.search}
      type="search"
      enterKeyHint="search"
      autoComplete="off"
      maxLength={maxSearchLength}
      required={false}
      value={typed}
      onValueChange={setTyped}
    />
  )
}
