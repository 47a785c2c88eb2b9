import { type ComponentProps, useState } from 'react'
import type { StaffChange } from '#contract/staff.ts'
import { maxTitleLength } from '#contract/staff-rights.ts'
import { normaliseText } from '#contract/text-fields.ts'
import { checkEmail, checkOptionalText } from '../../forms/check-field.ts'
import { Form } from '../../forms/form.tsx'
import { useForm, useFormValues } from '../../forms/use-form.ts'
import type { Acts } from '../../kit/use-act.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button, Fieldset, TextField } from '../../ui/index.ts'
import styles from './people.module.css'
import { RoleFields } from './role-fields.tsx'
import { staffTexts } from './staff-texts.ts'
import { useSayInvited } from './use-say-invited.ts'

type InviteFormProps = { isFirst: boolean; acts: Acts }

/** Invites a person by mail. `isFirst`: an institute begins with an owner. */
export function InviteForm({ isFirst, acts }: InviteFormProps) {
  const { people: words } = useTextsOf(staffTexts)
  const fresh: StaffChange = { role: isFirst ? 'owner' : 'teacher', title: '', holdsWhole: isFirst }
  const [wanted, setWanted] = useState(fresh)
  const state = useFormValues({ email: '' })
  const isTitleWrong = checkOptionalText(maxTitleLength)(wanted.title) !== undefined
  const sayInvited = useSayInvited()
  const form = useForm(state, { email: checkEmail(state.values.email) })
  const send = form.submit(async ({ email }) => {
    if (isTitleWrong) return
    const invited = { ...wanted, title: normaliseText(wanted.title), email: normaliseText(email) }
    const done = sayInvited(invited.role, words.sent)
    if (await acts.run('POST /staff-invitations', {}, invited, { done })) {
      form.clear()
      setWanted({ ...wanted, title: '' })
    }
  })
  return (
    <Form ref={form.formRef} onSubmit={send}>
      <Fieldset legend={words.invite}>
        <div className={styles.invite}>
          <AddressField {...form.field('email')} />
          <RoleFields value={wanted} onChange={setWanted} />
          <Button type="submit" kind="primary" busy={form.busy} className={styles.send}>
            {words.send}
          </Button>
        </div>
      </Fieldset>
    </Form>
  )
}

/** The email of another person. */
export function AddressField(field: Omit<ComponentProps<typeof TextField>, 'label'>) {
  const { people: words } = useTextsOf(staffTexts)
  return (
    <TextField
      label={words.email}
      type="email"
      inputMode="email"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      {...field}
    />
  )
}
