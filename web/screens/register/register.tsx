import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { coverTexts } from '#contract/cover-texts.ts'
import type { Label } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import { registrationTexts } from '#contract/registration-texts.ts'
import { useTakeOver } from '../../forms/take-over-shell.ts'
import { useForm, useFormValues } from '../../forms/use-form.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { instituteQuery } from '../../parts/institute-code/find-institute.ts'
import { isWholeCode, readJoinCode } from '../../session/join-code.ts'
import type { CoverRow } from '../../ui/index.ts'
import { Cover, PageHeading, Tabs } from '../../ui/index.ts'
import { OrganisationForm } from './organisation-form.tsx'
import { checkOrganisationValues, noOrganisationValues } from './organisation-values.ts'
import styles from './register.module.css'
import { StudentForm } from './student-form.tsx'
import { checkStudentValues, noStudentValues } from './student-values.ts'

/** Spec §2, /register. The cover's label shows what is typed; a change of tab keeps the typed text. */
export function Register() {
  useTakeOver()
  const texts = useTexts()
  const [kind, setKind] = useState<Label>('STD')
  const [query] = useSearchParams()
  const { search } = useLocation()
  const studentValues = useFormValues({ ...noStudentValues, instituteCode: readJoinCode(query) })
  const organisationValues = useFormValues(noOrganisationValues)
  const code = studentValues.values.instituteCode
  const { data: institute } = useQuery({ ...instituteQuery(code), enabled: isWholeCode(code) })
  const student = useForm(studentValues, checkStudentValues(studentValues.values, institute))
  const organisation = useForm(organisationValues, checkOrganisationValues(organisationValues.values))

  const cover = useTextsOf(coverTexts)
  const register = useTextsOf(registrationTexts)
  const rows: CoverRow[] =
    kind === 'STD'
      ? [
          { label: cover.name, value: `${student.values.firstName} ${student.values.lastName}`.trim() },
          { label: cover.institute, value: institute?.name ?? student.values.instituteCode },
          { label: cover.rollNumber, value: student.values.rollNumber },
        ]
      : [
          { label: cover.institute, value: organisation.values.name },
          { label: cover.city, value: organisation.values.city },
          { label: cover.code, value: '', placeholder: cover.codeComes },
        ]
  const [before, exampleCode, after] = register.studentNote
  const note =
    kind === 'STD' ? (
      <>
        <span>{before}</span>
        <strong>{exampleCode}</strong>
        <span>{after}</span>
      </>
    ) : (
      register.organisationNote
    )

  return (
    <Cover title={cover.title} rows={rows} note={note} width="wide" homeHref={paths.landing}>
      <PageHeading className={styles.heading}>{register.title}</PageHeading>
      <Tabs
        label={register.kind}
        tabs={[
          { value: 'STD', label: texts.category.STD },
          { value: 'ORG', label: texts.category.ORG },
        ]}
        value={kind}
        onValueChange={setKind}
      >
        {kind === 'STD' ? <StudentForm form={student} found={institute} /> : <OrganisationForm form={organisation} />}
      </Tabs>
      <p className={styles.foot}>
        <Link to={paths.login + search} state={{ category: kind }}>
          {register.loginLink}
        </Link>
      </p>
    </Cover>
  )
}
