import { useId } from 'react'
import { importTexts } from '#contract/import-texts.ts'
import { encodings, type ReadTable } from '#roster-files/read-result.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import styles from './import-roster.module.css'
import type { RosterFile } from './use-roster-file.ts'

type Option = { readonly value: string; readonly label: string }

/** How the file was read, to be changed where that was wrong. */
export function ReadSettings({ table, onChange }: { table: ReadTable; onChange: RosterFile['readAgain'] }) {
  const { file: words } = useTextsOf('import', importTexts)
  const { number } = useFormat()
  return (
    <fieldset className={styles.settings}>
      <legend>{words.settings}</legend>
      {table.encoding !== null && (
        <Select
          label={words.letters}
          value={table.encoding}
          options={encodings.map((value) => ({ value, label: words.encodings[value] }))}
          onChange={(value) => onChange({ encoding: encodings.find((one) => one === value) ?? 'utf-8' })}
        />
      )}
      {table.tables.length > 1 && (
        <Select
          label={words.table}
          value={table.table}
          options={table.tables.map((name) => ({ value: name, label: name }))}
          onChange={(name) => onChange({ table: name })}
        />
      )}
      <Select
        label={words.titles}
        value={table.titleLine === null ? '' : String(table.titleLine)}
        options={[
          ...table.firstLines.map(({ line, text }) => ({
            value: String(line),
            label: words.titleLine(number(line), text),
          })),
          { value: '', label: words.noTitles },
        ]}
        onChange={(line) => onChange({ titleLine: line === '' ? null : Number(line) })}
      />
    </fieldset>
  )
}

type SelectProps = {
  label: string
  value: string
  options: readonly Option[]
  onChange: (value: string) => void
}

function Select({ label, value, options, onChange }: SelectProps) {
  const id = useId()
  return (
    <div className={styles.setting}>
      <label htmlFor={id}>{label}</label>
      <select id={id} className={styles.select} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
