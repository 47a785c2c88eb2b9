import { useState } from 'react'
import { heldPasskeyHours } from '#contract/rules.ts'
import { staffTexts } from '#contract/staff-texts.ts'
import { sendPasskeyLink } from '../../client/staff-calls.ts'
import { UpdateForm } from '../../forms/update-form.tsx'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Modal } from '../../ui/index.ts'
import type { AskedProps } from './use-people.ts'

/** Says what the link for a new passkey does, and sends it. */
export function LostModal({ open, person, onChange, onClose }: AskedProps) {
  const { lost: words } = useTextsOf('staff', staffTexts)
  const { number } = useFormat()
  const [isBusy, setBusy] = useState(false)
  async function send() {
    setBusy(true)
    const isDone = await onChange({ act: () => sendPasskeyLink(person.id), done: words.sent })
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <Modal open={open} onClose={onClose} title={words.title(person.name)}>
      <UpdateForm action={words.send} busy={isBusy} errors={undefined} onCancel={onClose} onSubmit={() => void send()}>
        <p>{words.goesTo(person.email)}</p>
        <p>{words.held(number(heldPasskeyHours))}</p>
        <p>{words.securityKey}</p>
      </UpdateForm>
    </Modal>
  )
}
