import { useQuery } from '@tanstack/react-query'
import { importTexts } from '#contract/import-texts.ts'
import { listImports } from '../../client/import-calls.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useInstitute } from '../../session/session.ts'
import { Button, Table } from '../../ui/index.ts'
import styles from './import-roster.module.css'

/** What was imported before, with the way to its result and its undo. */
export function EarlierImports({ onShow }: { onShow: (id: string) => void }) {
  const { earlier: words } = useTextsOf('import', importTexts)
  const { dateTime } = useFormat()
  const { $id } = useInstitute()
  const list = useQuery({ queryKey: ['imports', 'list', $id], queryFn: listImports })
  const applied = list.data?.imports.filter(({ appliedAt }) => appliedAt !== null) ?? []
  if (applied.length === 0) return null
  return (
    <section className={styles.earlier}>
      <h2 className={styles.subtitle}>{words.title}</h2>
      <Table
        label={words.title}
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
