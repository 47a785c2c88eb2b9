import { fieldTexts } from '#contract/field-texts.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { classNames } from '../../ui/class-names.ts'
import fieldStyles from '../../ui/field.module.css'
import styles from './register-picture.module.css'
import { sampleInstitute, sampleStudent } from './sample-data.ts'

/** The student's registration form, filled in. A drawing: nothing in it can take the focus. */
export function RegisterPicture() {
  const { category } = useTexts()
  const field = useTextsOf(fieldTexts)
  return (
    <div className={styles.picture} aria-hidden="true">
      <div className={styles.tabs}>
        <span className={styles.open}>{category.STD}</span>
        <span>{category.ORG}</span>
      </div>
      <div className={styles.form}>
        <Field label={field.firstName} value={sampleStudent.firstName} />
        <Field label={field.lastName} value={sampleStudent.lastName} />
        <Field label={field.instituteCode} value={sampleInstitute.code} code />
        <Field label={field.rollNumber} value={sampleStudent.rollNumber} code />
        <Field label={field.email} value={sampleStudent.email} wide />
        <Field label={field.phoneNumber} value={sampleStudent.phoneNumber} />
        <Field label={field.password} value="••••••••" />
      </div>
    </div>
  )
}

function Field({ label, value, code, wide }: { label: string; value: string; code?: boolean; wide?: boolean }) {
  return (
    <div className={classNames(fieldStyles.field, wide && styles.wide)}>
      <span className={fieldStyles.head}>{label}</span>
      <span className={classNames(fieldStyles.input, styles.value, code && fieldStyles.code)}>{value}</span>
    </div>
  )
}
