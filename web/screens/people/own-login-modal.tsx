import { documentCallsOfPeople, productCallsOfPeople } from '#contract/own-login-calls.ts'
import { UpdateForm } from '../../forms/update-form.tsx'
import type { Acts } from '../../kit/use-act.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useDialogTitle } from '../../ui/index.ts'
import styles from './people.module.css'
import { staffTexts } from './staff-texts.ts'

/** `isOpen`: the own login acts until now. */
type OwnLoginModalProps = { isOpen: boolean; acts: Acts; onClose: () => void }

/** Says what changes when the institute's own login only reads, and changes it. */
export function OwnLoginModal({ isOpen, acts, onClose }: OwnLoginModalProps) {
  const { ownLogin: words } = useTextsOf(staffTexts)
  async function save() {
    const done = isOpen ? words.closed : words.opened
    if (await acts.run('PUT /own-login', {}, { readsOnly: isOpen }, { done })) onClose()
  }
  useDialogTitle(isOpen ? words.closeTitle : words.openTitle)
  return (
    <UpdateForm
      action={isOpen ? words.close : words.open}
      busy={acts.isBusy}
      errors={undefined}
      onCancel={onClose}
      onSubmit={() => void save()}
    >
      {isOpen ? (
        <>
          <p>{words.stays}</p>
          <p>{words.loses}</p>
          <ul className={styles.ends}>
            {words.ends.map((end) => (
              <li key={end}>{end}</li>
            ))}
          </ul>
          <details className={styles.calls}>
            <summary>{words.calls}</summary>
            <Calls calls={[...documentCallsOfPeople, ...productCallsOfPeople.map(withPrefix)]} />
          </details>
        </>
      ) : (
        <p>{words.acts}</p>
      )}
    </UpdateForm>
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
