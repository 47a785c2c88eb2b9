import { useState } from 'react'
import type { EndedSendings, StaffChange } from '#contract/staff.ts'
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
import { EndedAlone, isNothing } from './what-ended.tsx'

/** Gives a person another role or title, from now on, and says what ended with the former role. */
export function ChangeModal({ open, person, onChange, onClose }: AskedProps) {
  const { people: words } = useTextsOf('staff', staffTexts)
  const [ended, setEnded] = useState<EndedSendings>()
  function close() {
    setEnded(undefined)
    onClose()
  }
  return (
    <Modal open={open} onClose={close} title={ended ? words.endedTitle : words.changeTitle(person.name)}>
      {ended ? (
        <EndedAlone name={person.name} ended={ended} onClose={close} />
      ) : (
        <ChangeForm key={person.id} person={person} onChange={onChange} onClose={close} onEnded={setEnded} />
      )}
    </Modal>
  )
}

type ChangeFormProps = Omit<AskedProps, 'open'> & { onEnded: (ended: EndedSendings) => void }

function ChangeForm({ person, onChange, onClose, onEnded }: ChangeFormProps) {
  const texts = useTexts()
  const { people: words } = useTextsOf('staff', staffTexts)
  const { role, title, holdsWhole } = person
  const [wanted, setWanted] = useState<StaffChange>({ role, title, holdsWhole })
  const [isBusy, setBusy] = useState(false)
  const error = checkOptionalText(maxTitleLength)(wanted.title, texts)
  async function save() {
    setBusy(true)
    const change = { ...wanted, title: normaliseText(wanted.title) }
    let ended: EndedSendings | undefined
    const act = async () => {
      const { ended: sent, ...list } = await changeStaff(person.id, change)
      ended = isNothing(sent) ? undefined : sent
      return list
    }
    const isDone = await onChange({ act, done: words.changed })
    setBusy(false)
    if (ended) onEnded(ended)
    else if (isDone) onClose()
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
