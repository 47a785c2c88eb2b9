import { actingTexts } from '#contract/acting-texts.ts'
import type { StaffChange } from '#contract/staff.ts'
import { maxTitleLength, staffRoles } from '#contract/staff-rights.ts'
import { checkOptionalText } from '../../forms/check-field.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Choice, Stack, Switch, TextField } from '../../ui/index.ts'
import styles from './people.module.css'
import { staffTexts } from './staff-texts.ts'

type RoleFieldsProps = { value: StaffChange; onChange: (value: StaffChange) => void }

/** As what a person acts: role, title, and whether the classes of the whole institute are a teacher's own. */
export function RoleFields({ value, onChange }: RoleFieldsProps) {
  const { people: words } = useTextsOf(staffTexts)
  const { roles } = useTextsOf(actingTexts)
  return (
    <>
      <Stack gap={6}>
        <span className={styles.label} aria-hidden="true">
          {words.role}
        </span>
        <Choice
          label={words.role}
          options={staffRoles.map((role) => ({ value: role, label: roles[role] }))}
          value={value.role}
          onChoose={(role) => onChange({ ...value, role })}
        />
      </Stack>
      <TextField
        label={words.personTitle}
        optional
        hint={words.titleHint}
        autoComplete="off"
        value={value.title}
        error={checkOptionalText(maxTitleLength)(value.title)}
        onValueChange={(title) => onChange({ ...value, title })}
      />
      {value.role === 'teacher' && (
        <div className={styles.whole}>
          <Switch
            label={words.holdsWhole}
            checked={value.holdsWhole}
            onChange={(holdsWhole) => onChange({ ...value, holdsWhole })}
          />
        </div>
      )}
    </>
  )
}
