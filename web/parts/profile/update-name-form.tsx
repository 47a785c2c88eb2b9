import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldTexts } from '#contract/field-texts.ts'
import { maxNameLength } from '#contract/text-fields.ts'
import { callProduct } from '../../client/call-product.ts'
import { checkText } from '../../forms/check-field.ts'
import { UpdateForm } from '../../forms/update-form.tsx'
import { useTextsOf } from '../../language/texts.ts'
import { profileKey, useStudentProfile } from '../../session/session.ts'
import { TextField } from '../../ui/index.ts'
import styles from './drawer-section.module.css'
import { ownDataTexts } from './own-data-texts.ts'
import type { Profile } from './profile.ts'
import { useUpdate } from './use-update.ts'

const fields = [
  ['firstName', 'given-name'],
  ['lastName', 'family-name'],
] as const
type Field = (typeof fields)[number][0]

/** Of a student. It begins with the name of now. */
export function UpdateNameForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const fieldWords = useTextsOf(fieldTexts)
  const own = useTextsOf(ownDataTexts)
  const queries = useQueryClient()
  const { data: student } = useStudentProfile()
  const [typed, setTyped] = useState<Partial<Record<Field, string>>>({})
  const names = { firstName: student?.firstName ?? '', lastName: student?.lastName ?? '', ...typed }
  const update = useUpdate<Field>(
    'name',
    own.nameUpdated,
    async () => {
      await callProduct('PATCH /own/name', {}, names)
      await queries.invalidateQueries({ queryKey: profileKey('STD', profile.$id) })
    },
    () => 'firstName',
    onClose,
  )

  function submit() {
    for (const [field] of fields) {
      const wrong = checkText(maxNameLength)(names[field])
      if (wrong !== undefined) return update.refuse(field, wrong)
    }
    update.send()
  }

  return (
    <UpdateForm
      action={own.correctName}
      busy={update.isBusy}
      errors={update.errors}
      onSubmit={submit}
      onCancel={onClose}
    >
      {fields.map(([field, autoComplete]) => (
        <TextField
          key={field}
          label={fieldWords[field]}
          autoComplete={autoComplete}
          error={update.errors[field]}
          value={names[field]}
          onValueChange={(value) => {
            setTyped((before) => ({ ...before, [field]: value }))
            update.clearErrors()
          }}
        />
      ))}
      <p className={styles.hint}>{own.nameNote}</p>
    </UpdateForm>
  )
}
