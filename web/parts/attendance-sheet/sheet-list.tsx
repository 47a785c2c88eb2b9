import type { ReactNode, Ref } from 'react'
import { SearchField } from '../../kit/search-field.tsx'
import { useTextsOf } from '../../language/texts.ts'
import { Choice, type ChoiceProps } from '../../ui/index.ts'
import styles from './attendance-sheet.module.css'
import { sheetTexts } from './sheet-texts.ts'

type SheetListProps<Filter extends string> = {
  filters: ChoiceProps<Filter>['options']
  filter: Filter
  onFilter: (filter: Filter) => void
  /** Of the filters and the search. */
  tools?: Ref<HTMLDivElement>
  children: ReactNode
}

/** The people of a session, by a search of the address and a filter. Each filter is a line of the legend, too. */
export function SheetList<Filter extends string>({
  filters,
  filter,
  onFilter,
  tools,
  children,
}: SheetListProps<Filter>) {
  const words = useTextsOf(sheetTexts)
  return (
    <section className={styles.list} aria-label={words.list}>
      <div ref={tools} className={styles.tools}>
        <Choice label={words.show} options={filters} value={filter} onChoose={onFilter} />
        <SearchField className={styles.search} />
      </div>
      {children}
    </section>
  )
}
