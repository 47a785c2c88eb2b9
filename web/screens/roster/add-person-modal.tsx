import { rosterTexts } from '#contract/roster-texts.ts'
import { joinNames } from '#contract/text-fields.ts'
import type { Acts } from '../../kit/use-act.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useDialogTitle } from '../../ui/index.ts'
import { PersonForm } from './person-form.tsx'

type AddPersonModalProps = { onClose: () => void; acts: Acts }

const nothing = { rollNumber: '', givenName: '', familyName: '', email: '', section: '' }

/** Puts a person on the roster by hand. */
export function AddPersonModal({ onClose, acts }: AddPersonModalProps) {
  const words = useTextsOf(rosterTexts)
  useDialogTitle(words.add)
  return (
    <PersonForm
      initial={nothing}
      hasEmail
      action={words.add}
      busy={acts.isBusy}
      onCancel={onClose}
      onSend={async (fields, refused) => {
        const done = words.added(joinNames(fields.givenName, fields.familyName))
        const isDone = (await acts.run('POST /people', {}, fields, { done, refused })) !== undefined
        if (isDone) onClose()
        return isDone
      }}
    />
  )
}
