import { useState } from 'react'
import type { EndedSendings, StaffChange } from '#contract/staff.ts'
import { maxTitleLength } from '#contract/staff-rights.ts'
import { normaliseText } from '#contract/text-fields.ts'
import { checkOptionalText } from '../../forms/check-field.ts'
import { UpdateForm } from '../../forms/update-form.tsx'
import { useTextsOf } from '../../language/texts.ts'
import { useDialogTitle } from '../../ui/index.ts'
import type { AskedProps } from './asked-props.ts'
import { RoleFields } from './role-fields.tsx'
import { staffTexts } from './staff-texts.ts'
import { EndedAlone, isNothing } from './what-ended.tsx'

/** Gives a person another role or title, from now on, and says what ended with the former role. */
export function ChangeModal({ person, acts, onClose }: AskedProps) {
  const { people: words } = useTextsOf(staffTexts)
  const [ended, setEnded] = useState<EndedSendings>()
  useDialogTitle(ended ? words.endedTitle : words.changeTitle(person.name))
  if (ended) return <EndedAlone name={person.name} ended={ended} onClose={onClose} />
  return <ChangeForm person={person} acts={acts} onClose={onClose} onEnded={setEnded} />
}

type ChangeFormProps = AskedProps & { onEnded: (ended: EndedSendings) => void }

function ChangeForm({ person, acts, onClose, onEnded }: ChangeFormProps) {
  const { people: words } = useTextsOf(staffTexts)
  const { role, title, holdsWhole } = person
  const [wanted, setWanted] = useState<StaffChange>({ role, title, holdsWhole })
  const error = checkOptionalText(maxTitleLength)(wanted.title)
  async function save() {
    const change = { ...wanted, title: normaliseText(wanted.title) }
    const changed = await acts.run('PATCH /staff/:staffId', { staffId: person.id }, change, { done: words.changed })
    if (changed && !isNothing(changed.ended)) onEnded(changed.ended)
    else if (changed) onClose()
  }
  return (
    <UpdateForm
      action={words.save}
      busy={acts.isBusy}
      errors={undefined}
      onCancel={onClose}
      onSubmit={() => {
        if (error === undefined) void save()
      }}
    >
      <RoleFields value={wanted} onChange={setWanted} />
    </UpdateForm>
  )
}
