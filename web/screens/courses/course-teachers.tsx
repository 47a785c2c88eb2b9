import { IconX } from '@tabler/icons-react'
import { courseTexts } from '#contract/course-texts.ts'
import { useRead } from '../../kit/use-read.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { IconButton, SelectField } from '../../ui/index.ts'
import styles from './course-settings.module.css'
import type { Teachers } from './course-values.ts'

type CourseTeachersProps = { chosen: Teachers; onChange: (teachers: Teachers) => void }

/** Chosen among the people of the institute. */
export function CourseTeachers({ chosen, onChange }: CourseTeachersProps) {
  const { course: words } = useTextsOf(courseTexts)
  const { data } = useRead('GET /staff', {})
  const offered = (data?.people ?? []).filter(
    ({ id, until, role }) => until === null && role !== 'viewer' && !chosen.some(({ staffId }) => staffId === id),
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend in sight
    <div role="group" aria-label={words.teachers} className={styles.teachers}>
      <span aria-hidden="true">{words.teachers}</span>
      <ul>
        {chosen.map(({ staffId, name }) => (
          <li key={staffId}>
            <span lang={nameLanguage(name)}>{name}</span>
            <IconButton
              label={words.endTeacher(name)}
              icon={<IconX size={16} stroke={2} aria-hidden="true" />}
              onClick={() => onChange(chosen.filter((one) => one.staffId !== staffId))}
            />
          </li>
        ))}
        {chosen.length === 0 && <li>{words.noTeachers}</li>}
      </ul>
      {offered.length > 0 && (
        <SelectField
          label={words.addTeacher}
          value=""
          options={[
            { value: '', label: '' },
            ...offered.map(({ id, name, title }) => ({ value: id, label: title === '' ? name : `${name}, ${title}` })),
          ]}
          onChoose={(staffId) => {
            const added = offered.find(({ id }) => id === staffId)
            if (added) onChange([...chosen, { staffId, name: added.name }])
          }}
        />
      )}
    </div>
  )
}
