import { rosterTexts } from '#contract/roster-texts.ts'
import { joinNames } from '#contract/text-fields.ts'
import { addPerson } from '../../client/roster-calls.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Modal } from '../../ui/index.ts'
import { PersonForm } from './person-form.tsx'
import type { DoRosterAct } from './use-roster.ts'

type AddPersonModalProps = { open: boolean; onClose: () => void; run: DoRosterAct; isBusy: boolean }

const nothing = { rollNumber: '', givenName: '', familyName: '', email: '', section: '' }

/** Puts a person on the roster by hand. */
export function AddPersonModal({ open, onClose, run, isBusy }: AddPersonModalProps) {
  const words = useTextsOf('roster', rosterTexts)
  return (
    <Modal open={open} onClose={onClose} title={words.add}>
      <PersonForm
        initial={nothing}
        hasEmail
        action={words.add}
        busy={isBusy}
        onCancel={onClose}
        onSend={async (fields, refuse) => {
          const done = words.added(joinNames(fields.givenName, fields.familyName))
          const isDone = await run({ act: () => addPerson(fields), done }, refuse)
          if (isDone) onClose()
          return isDone
        }}
      />
    </Modal>
  )
}
