import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { maxPageSize } from '#contract/rules.ts'
import { type InstituteDocument, listDocuments, pageOf } from '../../client/document-calls.ts'
import { Read } from '../../kit/read.tsx'
import { useActs } from '../../kit/use-act.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useAccount } from '../../session/session.ts'
import { ConfirmButton, useDialogTitle } from '../../ui/index.ts'
import styles from './leave-modal.module.css'
import { ownDataTexts } from './own-data-texts.ts'

/** A student leaves an institute. */
export function LeaveModal() {
  const { leave } = useTextsOf(ownDataTexts)
  useDialogTitle(leave.action)
  const { $id } = useAccount()
  const institutes = useQuery({
    queryKey: ['organisations', $id, 'all'],
    queryFn: () => listDocuments<InstituteDocument>('organisations', pageOf(maxPageSize, 0)),
  })
  return (
    <Read of={institutes}>
      {({ documents }) =>
        documents.length === 0 ? (
          <p className={styles.note}>{leave.none}</p>
        ) : (
          <>
            <p className={styles.note}>{leave.note}</p>
            <ul className={styles.list}>
              {documents.map((institute) => (
                <Institute key={institute.$id} institute={institute} />
              ))}
            </ul>
          </>
        )
      }
    </Read>
  )
}

/** The same button asks and acts, so that it keeps the focus. */
function Institute({ institute: { $id: organisationId, name } }: { institute: InstituteDocument }) {
  const { leave } = useTextsOf(ownDataTexts)
  const { run, isBusy } = useActs()
  const [isAsked, setAsked] = useState(false)
  async function act() {
    if (!isAsked) return setAsked(true)
    await run('DELETE /memberships/:organisationId', { organisationId }, undefined, { done: leave.done(name) })
    setAsked(false)
  }
  return (
    <li>
      <ConfirmButton wide lang={nameLanguage(name)} isAsking={isAsked} busy={isBusy} onClick={() => void act()}>
        {isAsked ? leave.now(name) : leave.institute(name)}
      </ConfirmButton>
    </li>
  )
}
