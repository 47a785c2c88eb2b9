import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { importTexts } from '#contract/import-texts.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button, classNames, Spinner } from '../../ui/index.ts'
import styles from './imports.module.css'

const accepted = '.csv,.tsv,.txt,.xlsx,.zip'

type FileChoiceProps = {
  /** Which files are read here. */
  hint: string
  isReading: boolean
  problem: string | undefined
  /** Once it is read: its name, and how much it holds. */
  chosen: { readonly name: string; readonly fact: string } | undefined
  onChoose: (files: readonly File[]) => void
}

/** The place for a file, or its name once it is read. */
export function FileChoice({ hint, isReading, problem, chosen, onChoose }: FileChoiceProps) {
  const words = useTextsOf(importTexts)
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
      if (files.length > 0) onChoose(files)
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
        if (files.length > 0) onChoose(files)
      }}
    />
  )
  const open = () => input.current?.click()
  if (chosen) {
    return (
      <div className={styles.chosen} {...drop}>
        <IconFileSpreadsheet size={20} stroke={1.8} aria-hidden="true" />
        <b className={styles.fileName}>{chosen.name}</b>
        <span className={styles.quiet}>{chosen.fact}</span>
        <Button kind="quiet" className={styles.another} onClick={open}>
          {words.file.another}
        </Button>
        {field}
      </div>
    )
  }
  return (
    <div className={classNames(styles.place, isOver && styles.over)} {...drop}>
      <p className={styles.quiet}>{hint}</p>
      <Button
        kind="primary"
        busy={isReading}
        icon={<IconUpload size={20} stroke={1.9} aria-hidden="true" />}
        onClick={open}
      >
        {words.file.choose}
      </Button>
      {field}
      {isReading ? (
        <p role="status" className={styles.quiet}>
          <Spinner size={16} />
          <span>{words.file.reading}</span>
        </p>
      ) : (
        <p className={styles.quiet}>{words.file.drop}</p>
      )}
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}
