import { useState } from 'react'
import type { StaffChange } from '#contract/staff.ts'
import { maxTitleLength } from '#contract/staff-rights.ts'
import { staffTexts } from '#contract/staff-texts.ts'
import { normaliseText } from '#contract/text-fields.ts'
import { changeStaff } from '../../client/staff-calls.ts'
import { checkOptionalText } from '../../forms/check-field.ts'
import { UpdateForm } from '../../forms/update-form.tsx'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { Modal } from '../../ui/index.ts'
import { RoleFields } from './role-fields.tsx'
import type { AskedProps } from './use-people.ts'

/** Gives a person another role or title, from now on. */
export function ChangeModal({ open, person, ...rest }: AskedProps) {
  const { people: words } = useTextsOf('staff', staffTexts)
  return (
    <Modal open={open} onClose={rest.onClose} title={words.changeTitle(person.name)}>
      <ChangeForm key={person.id} person={person} {...rest} />
    </Modal>
  )
}

function ChangeForm({ person, onChange, onClose }: Omit<AskedProps, 'open'>) {
  const texts = useTexts()
  const { people: words } = useTextsOf('staff', staffTexts)
  const { role, title, holdsWhole } = person
  const [wanted, setWanted] = useState<StaffChange>({ role, title, holdsWhole })
  const [isBusy, setBusy] = useState(false)
  const error = checkOptionalText(maxTitleLength)(wanted.title, texts)
  async function save() {
    setBusy(true)
    const change = { ...wanted, title: normaliseText(wanted.title) }
    const isDone = await onChange({ act: () => changeStaff(person.id, change), done: words.changed })
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <UpdateForm
      action={words.save}
      busy={isBusy}
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
