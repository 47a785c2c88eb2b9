import { useState } from 'react'
import { Read } from '../../kit/read.tsx'
import { useActs } from '../../kit/use-act.ts'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button, ConfirmButton, useDialogTitle } from '../../ui/index.ts'
import styles from './leave-modal.module.css'
import { ownDataTexts } from './own-data-texts.ts'

/** A student deletes the own account, reads until when it stays, and keeps it. */
export function DeleteModal() {
  const { deletion } = useTextsOf(ownDataTexts)
  useDialogTitle(deletion.action)
  const { dateTime } = useFormat()
  const { run, isBusy } = useActs()
  const [isAsked, setAsked] = useState(false)
  const account = useRead('GET /own/account', {})
  async function act() {
    if (!isAsked) return setAsked(true)
    await run('DELETE /own/account', {}, undefined, { done: deletion.begun })
    setAsked(false)
  }
  const keep = () => run('POST /own/account', {}, undefined, { done: deletion.kept })
  return (
    <Read of={account}>
      {({ deleteAt }) => (
        <>
          <p className={styles.note}>{deleteAt === null ? deletion.note : deletion.until(dateTime(deleteAt))}</p>
          {deleteAt === null ? (
            <ConfirmButton wide isAsking={isAsked} busy={isBusy} onClick={() => void act()}>
              {isAsked ? deletion.now : deletion.ask}
            </ConfirmButton>
          ) : (
            <Button wide kind="primary" busy={isBusy} onClick={() => void keep()}>
              {deletion.keep}
            </Button>
          )}
        </>
      )}
    </Read>
  )
}
