import { importTexts } from '#contract/import-texts.ts'
import { encodings, type ReadTable } from '#roster-files/read-result.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { SelectField } from '../../ui/index.ts'
import styles from './imports.module.css'
import type { RosterFile } from './use-roster-file.ts'

/** How the file was read, to be changed where that was wrong. */
export function ReadSettings({ table, onChange }: { table: ReadTable; onChange: RosterFile['readAgain'] }) {
  const { file: words } = useTextsOf(importTexts)
  const { number } = useFormat()
  return (
    <fieldset className={styles.settings}>
      <legend>{words.settings}</legend>
      {table.encoding !== null && (
        <SelectField
          label={words.letters}
          value={table.encoding}
          options={encodings.map((value) => ({ value, label: words.encodings[value] }))}
          onChoose={(value) => onChange({ encoding: encodings.find((one) => one === value) ?? 'utf-8' })}
        />
      )}
      {table.tables.length > 1 && (
        <SelectField
          label={words.table}
          value={table.table}
          options={table.tables.map((name) => ({
            value: name,
            label: table.hidden.includes(name) ? words.hiddenTable(name) : name,
          }))}
          onChoose={(name) => onChange({ table: name })}
        />
      )}
      <SelectField
        label={words.titles}
        value={table.titleLine === null ? '' : String(table.titleLine)}
        options={[
          ...table.firstLines.map(({ line, text }) => ({
            value: String(line),
            label: words.titleLine(number(line), text),
          })),
          { value: '', label: words.noTitles },
        ]}
        onChoose={(line) => onChange({ titleLine: line === '' ? null : Number(line) })}
      />
    </fieldset>
  )
}
