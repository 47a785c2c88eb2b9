import type { StaffList } from '#contract/staff.ts'
import { normaliseText } from '#contract/text-fields.ts'
import { checkEmail } from '../../forms/check-field.ts'
import { Form } from '../../forms/form.tsx'
import { useForm, useFormValues } from '../../forms/use-form.ts'
import type { Acts } from '../../kit/use-act.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button, Fieldset } from '../../ui/index.ts'
import { AddressField } from './invite-form.tsx'
import styles from './people.module.css'
import { staffTexts } from './staff-texts.ts'

/** A registrar invites no one, but sees who does, and asks them for a teacher. */
export function AskForm({ list, acts }: { list: StaffList; acts: Acts }) {
  const { people: words } = useTextsOf(staffTexts)
  const owners = list.people.filter(({ role, until }) => role === 'owner' && until === null).map(({ name }) => name)
  const state = useFormValues({ email: '' })
  const form = useForm(state, { email: checkEmail(state.values.email) })
  const send = form.submit(async ({ email }) => {
    const asked = { email: normaliseText(email) }
    if (await acts.run('POST /staff-invitations/ask', {}, asked, { done: words.wasAsked })) form.clear()
  })
  return (
    <Form ref={form.formRef} onSubmit={send}>
      <Fieldset legend={words.ask}>
        <p className={styles.hint}>{words.askHint(owners.join(', ') || words.ownLogin)}</p>
        <div className={styles.invite}>
          <AddressField {...form.field('email')} />
          <Button type="submit" busy={form.busy} className={styles.send}>
            {words.askOwners}
          </Button>
        </div>
      </Fieldset>
    </Form>
  )
}
