import { SearchInput, type SearchInputProps } from './search-input.tsx'
import { useDraft } from './use-draft.ts'
import { useListAddress } from './use-list-address.ts'

/** What is looked for: `typed` at once, and in the address after a pause in typing. */
export function useSearch(): Pick<SearchInputProps, 'typed' | 'onType' | 'onPause'> {
  const { search, change } = useListAddress()
  const { draft, setDraft, noteSent } = useDraft(search)
  return {
    typed: draft,
    onType: setDraft,
    onPause(text) {
      if (text === search) return
      noteSent(text)
      change({ search: text }, 'replace')
    },
  }
}

/** The field of a list that is searched on the server. */
export function SearchField({ className }: { className?: string | undefined }) {
  return <SearchInput className={className} {...useSearch()} />
}
