import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { importTexts } from '#contract/import-texts.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button, classNames, Spinner } from '../../ui/index.ts'
import styles from './import-roster.module.css'
import type { RosterFile } from './use-roster-file.ts'

const accepted = '.csv,.tsv,.txt,.xlsx,.zip'

/** The place for a file, or its name once it is read. */
export function FileChoice({ file }: { file: RosterFile }) {
  const words = useTextsOf('import', importTexts)
  const { number } = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      const files = [...event.dataTransfer.files]
      if (files.length > 0) file.choose(files)
    },
  }
  const field = (
    <input
      ref={input}
      type="file"
      hidden
      multiple
      accept={accepted}
      aria-label={words.file.choose}
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])]
        // The same file again is a choice, too: it may have been corrected.
        currentTarget.value = ''
        if (files.length > 0) file.choose(files)
      }}
    />
  )
  const open = () => input.current?.click()
  const { table, problem } = file
  if (table && !problem) {
    const { length } = table.rows
    return (
      <div className={styles.chosen} {...drop}>
        <IconFileSpreadsheet size={20} stroke={1.8} aria-hidden="true" />
        <b className={styles.fileName}>{table.fileName}</b>
        <span className={styles.quiet}>{length === 1 ? words.file.oneLine : words.file.lines(number(length))}</span>
        <Button kind="quiet" className={styles.another} onClick={open}>
          {words.file.another}
        </Button>
        {field}
      </div>
    )
  }
  return (
    <div className={classNames(styles.place, isOver && styles.over)} {...drop}>
      <p className={styles.quiet}>{words.file.hint}</p>
      <Button
        kind="primary"
        busy={file.isReading}
        icon={<IconUpload size={20} stroke={1.9} aria-hidden="true" />}
        onClick={open}
      >
        {words.file.choose}
      </Button>
      {field}
      {file.isReading ? (
        <p role="status" className={styles.quiet}>
          <Spinner size={16} />
          <span>{words.file.reading}</span>
        </p>
      ) : (
        <p className={styles.quiet}>{words.file.drop}</p>
      )}
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem.line === undefined ? words.readProblems[problem.problem] : words.openQuote(number(problem.line))}
        </p>
      )}
    </div>
  )
}
