import { useState } from 'react'
import { documentCallsOfPeople, productCallsOfPeople } from '#contract/own-login-calls.ts'
import { staffTexts } from '#contract/staff-texts.ts'
import { changeOwnLogin } from '../../client/staff-calls.ts'
import { UpdateForm } from '../../forms/update-form.tsx'
import { useTextsOf } from '../../language/texts.ts'
import { Modal } from '../../ui/index.ts'
import styles from './people.module.css'
import type { DoStaffAct } from './use-people.ts'

/** `isOpen`: the own login acts until now. */
type OwnLoginModalProps = { open: boolean; isOpen: boolean; onChange: DoStaffAct; onClose: () => void }

/** Says what changes when the institute's own login only reads, and changes it. */
export function OwnLoginModal({ open, isOpen, onChange, onClose }: OwnLoginModalProps) {
  const { ownLogin: words } = useTextsOf('staff', staffTexts)
  const [isBusy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    const isDone = await onChange({ act: () => changeOwnLogin(isOpen), done: isOpen ? words.closed : words.opened })
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <Modal open={open} onClose={onClose} title={isOpen ? words.closeTitle : words.openTitle}>
      <UpdateForm
        action={isOpen ? words.close : words.open}
        busy={isBusy}
        errors={undefined}
        onCancel={onClose}
        onSubmit={() => void save()}
      >
        {isOpen ? (
          <>
            <p>{words.stays}</p>
            <p>{words.loses}</p>
            <div className={styles.calls}>
              <Calls calls={documentCallsOfPeople} />
              <details>
                <summary>{words.moreCalls}</summary>
                <Calls calls={productCallsOfPeople.map(withPrefix)} />
              </details>
            </div>
          </>
        ) : (
          <p>{words.acts}</p>
        )}
      </UpdateForm>
    </Modal>
  )
}

function Calls({ calls }: { calls: readonly string[] }) {
  return (
    <ul>
      {calls.map((call) => (
        <li key={call}>
          <code>{call}</code>
        </li>
      ))}
    </ul>
  )
}

function withPrefix(call: string): string {
  return call.replace(' /', ' /api/v1/')
}
