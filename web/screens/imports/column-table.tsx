import { IconArrowRight } from '@tabler/icons-react'
import { importTexts } from '#contract/import-texts.ts'
import { findTitlesTwice, type Uses } from '#roster-files/guess-columns.ts'
import type { ReadTable } from '#roster-files/read-result.ts'
import { columnUses, plainTitle } from '#roster-files/titles.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { classNames, VisuallyHidden } from '../../ui/index.ts'
import styles from './imports.module.css'

type ColumnTableProps = { table: ReadTable; uses: Uses; onChange: (uses: Uses) => void }

/** Each column of the file with two of its values, and what it becomes. */
export function ColumnTable({ table, uses, onChange }: ColumnTableProps) {
  const { columns: words } = useTextsOf(importTexts)
  const { number } = useFormat()
  const twice = findTitlesTwice(table)
  return (
    <table className={styles.columns}>
      <caption>
        <VisuallyHidden>{words.list}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">{words.column}</th>
          <th scope="col">{words.becomes}</th>
        </tr>
      </thead>
      <tbody>
        {table.columns.map(({ title, isNeverRead }, column) => {
          const name = title === '' ? words.untitled(number(column + 1)) : title
          const samples = findSamples(table, column)
          const use = uses[column] ?? null
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one title, and none moves
            <tr key={column}>
              <th scope="row">
                <span className={styles.columnName}>{name}</span>
                <span className={styles.samples}>
                  {isNeverRead ? words.isSecret : samples === '' ? words.isEmpty : samples}
                </span>
                {twice.has(plainTitle(title)) && <span className={styles.samples}>{words.isTwice}</span>}
              </th>
              <td>
                <span className={styles.becomes}>
                  <IconArrowRight size={18} stroke={1.8} aria-hidden="true" />
                  {isNeverRead ? (
                    <span className={classNames(styles.select, styles.leftOut)}>{words.neverRead}</span>
                  ) : (
                    <select
                      className={classNames(styles.select, use === null && styles.leftOut)}
                      aria-label={words.becomesNamed(name)}
                      value={use ?? ''}
                      onChange={({ currentTarget: { value } }) => {
                        const chosen = columnUses.find((one) => one === value) ?? null
                        onChange(uses.map((one, at) => (at === column ? chosen : one)))
                      }}
                    >
                      {columnUses.map((one) => (
                        <option key={one} value={one}>
                          {words.uses[one]}
                        </option>
                      ))}
                      <option value="">{words.leftOut}</option>
                    </select>
                  )}
                </span>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Two different values. */
function findSamples({ rows }: ReadTable, column: number): string {
  const samples = new Set<string>()
  for (const { cells } of rows) {
    const cell = cells[column] ?? ''
    if (cell !== '') samples.add(cell.slice(0, 40))
    if (samples.size === 2) break
  }
  return [...samples].join(', ')
}
