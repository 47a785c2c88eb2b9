import { importTexts } from '#contract/import-texts.ts'
import type { ImportSummary } from '#contract/imports.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useMay } from '../../session/may.ts'
import { Button, Table } from '../../ui/index.ts'
import styles from './imports.module.css'

type Earlier = Pick<ImportSummary, 'id' | 'fileName' | 'source' | 'appliedAt' | 'state'>
type EarlierImportsProps = { title: string; imports: readonly Earlier[]; onShow: (id: string) => void }

/** What was imported before, with the way to its result and its undo. */
export function EarlierImports({ title, imports, onShow }: EarlierImportsProps) {
  const { earlier: words } = useTextsOf(importTexts)
  const { dateTime } = useFormat()
  const applied = imports.filter(({ appliedAt }) => appliedAt !== null)
  const mayImport = useMay('office')
  if (applied.length === 0) return mayImport ? null : <p className={styles.quiet}>{words.none}</p>
  return (
    <section className={styles.earlier}>
      <h2 className={styles.subtitle}>{title}</h2>
      <Table
        label={title}
        className={styles.lines}
        busy={false}
        outdated={false}
        head={[words.file, words.when, words.state, words.show].map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
        foot={null}
      >
        {applied.map(({ id, fileName, source, appliedAt, state }) => {
          const time = dateTime(appliedAt ?? 0)
          return (
            <tr key={id}>
              <td data-label={words.file}>
                <span className={styles.name}>{fileName === '' ? source : fileName}</span>
                {fileName !== '' && <span className={styles.fact}>{source}</span>}
              </td>
              <td data-label={words.when}>{time}</td>
              <td data-label={words.state}>{words.states[state]}</td>
              <td>
                <Button kind="quiet" aria-label={words.showNamed(fileName || source, time)} onClick={() => onShow(id)}>
                  {words.show}
                </Button>
              </td>
            </tr>
          )
        })}
      </Table>
    </section>
  )
}
