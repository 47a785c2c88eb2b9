import { heldPasskeyHours } from '#contract/rules.ts'
import { UpdateForm } from '../../forms/update-form.tsx'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useDialogTitle } from '../../ui/index.ts'
import type { AskedProps } from './asked-props.ts'
import { staffTexts } from './staff-texts.ts'

/** Says what the link for a new passkey does, and sends it. */
export function LostModal({ person, acts, onClose }: AskedProps) {
  const { lost: words } = useTextsOf(staffTexts)
  const { number } = useFormat()
  async function send() {
    const ids = { staffId: person.id }
    if (await acts.run('POST /staff/:staffId/passkey-link', ids, {}, { done: words.sent })) onClose()
  }
  useDialogTitle(words.title(person.name))
  return (
    <UpdateForm
      action={words.send}
      busy={acts.isBusy}
      errors={undefined}
      onCancel={onClose}
      onSubmit={() => void send()}
    >
      <p>{words.goesTo(person.email)}</p>
      <p>{words.held(number(heldPasskeyHours))}</p>
      <p>{words.securityKey}</p>
    </UpdateForm>
  )
}
