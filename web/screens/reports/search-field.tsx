import { SearchInput } from '../../kit/search-input.tsx'
import styles from './report.module.css'
import { useDraft } from './use-draft.ts'
import { useReportAddress } from './use-report-address.ts'

/** The typed text goes into the address after a pause in typing. */
export function SearchField({ search }: { search: string }) {
  const { change } = useReportAddress()
  const { draft: typed, setDraft: setTyped, noteSent } = useDraft(search)
  return (
    <SearchInput
      className={styles.search}
      typed={typed}
      onType={setTyped}
      onPause={(text) => {
        if (text === search) return
        noteSent(text)
        change({ search: text === '' ? null : text }, 'replace')
      }}
    />
  )
}
