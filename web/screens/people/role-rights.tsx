import { IconCheck } from '@tabler/icons-react'
import { useId } from 'react'
import { actingTexts } from '#contract/acting-texts.ts'
import { type StaffRight, type StaffRole, staffRights, staffRoles } from '#contract/staff-rights.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Card, VisuallyHidden } from '../../ui/index.ts'
import styles from './people.module.css'
import { staffTexts } from './staff-texts.ts'

const shown = [
  ['classes', 'inClass'],
  ['rulings', 'teaching'],
  ['students', 'office'],
  ['passkeys', 'officeAndDesk'],
  ['reports', 'readers'],
  ['lost', 'office'],
  ['staff', 'owners'],
] as const satisfies readonly (readonly [keyof typeof staffTexts.rights, StaffRight])[]

/** What each role may do, from the table that decides it. */
export function RoleRights() {
  const { people, rights } = useTextsOf(staffTexts)
  const { roles } = useTextsOf(actingTexts)
  const titleId = useId()
  return (
    <Card className={styles.rights}>
      <h2 id={titleId} className={styles.title}>
        {people.mayTitle}
      </h2>
      <p className={styles.hint}>{people.mayHint}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-labelledby={titleId}>
        <table>
          <thead>
            <tr>
              <th scope="col">{people.may}</th>
              {staffRoles.map((role) => (
                <th key={role} scope="col">
                  {roles[role]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(([name, right]) => (
              <tr key={name}>
                <th scope="row">{rights[name]}</th>
                {staffRoles.map((role) => (
                  <td key={role}>
                    <Cell role={role} right={right} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  )
}

function Cell({ role, right }: { role: StaffRole; right: StaffRight }) {
  const { rights } = useTextsOf(staffTexts)
  const roles: readonly StaffRole[] = staffRights[right]
  if (!roles.includes(role)) {
    return (
      <>
        <span aria-hidden="true">–</span>
        <VisuallyHidden>{rights.no}</VisuallyHidden>
      </>
    )
  }
  if (role === 'teacher') return <b>{rights.own}</b>
  return (
    <>
      <IconCheck className={styles.yes} size={20} stroke={2.2} aria-hidden="true" />
      <VisuallyHidden>{rights.yes}</VisuallyHidden>
    </>
  )
}
