import { type ReactNode, type Ref, useState } from 'react'
import { SearchInput } from '../../kit/search-input.tsx'
import { useTextsOf } from '../../language/texts.ts'
import { Choice, type ChoiceProps } from '../../ui/index.ts'
import styles from './attendance-sheet.module.css'
import { sheetTexts } from './sheet-texts.ts'

type SheetListProps<Filter extends string> = {
  filters: ChoiceProps<Filter>['options']
  filter: Filter
  onFilter: (filter: Filter) => void
  /** After each pause in typing, also where the text is the same as before. */
  onSearch?: (search: string) => void
  /** A search that keeps its text elsewhere. */
  field?: ReactNode
  /** Of the filters and the search. */
  tools?: Ref<HTMLDivElement>
  children: ReactNode
}

/** The people of a session, by a search and a filter. Each filter is a line of the legend, too. */
export function SheetList<Filter extends string>({
  filters,
  filter,
  onFilter,
  onSearch,
  field,
  tools,
  children,
}: SheetListProps<Filter>) {
  const words = useTextsOf(sheetTexts)
  const [typed, setTyped] = useState('')
  return (
    <section className={styles.list} aria-label={words.list}>
      <div ref={tools} className={styles.tools}>
        <Choice label={words.show} options={filters} value={filter} onChoose={onFilter} />
        {field ??
          (onSearch && <SearchInput className={styles.search} typed={typed} onType={setTyped} onPause={onSearch} />)}
      </div>
      {children}
    </section>
  )
}
