import { SearchInput } from './search-input.tsx'
import { useDraft } from './use-draft.ts'
import { useListAddress } from './use-list-address.ts'

/** The typed text goes into the address after a pause in typing. */
export function SearchField({ className }: { className?: string | undefined }) {
  const { search, change } = useListAddress()
  const { draft: typed, setDraft: setTyped, noteSent } = useDraft(search)
  return (
    <SearchInput
      className={className}
      typed={typed}
      onType={setTyped}
      onPause={(text) => {
        if (text === search) return
        noteSent(text)
        change({ search: text }, 'replace')
      }}
    />
  )
}
