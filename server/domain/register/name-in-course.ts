import type { PersonOrPass } from '#contract/person.ts'
import { nameFrom } from '../name-people.ts'
import type { Stores } from '../ports.ts'

/** Who did something in a course at a time, epoch ms; undefined for the institute's own login. */
export type NameInCourse = (by: string | null, at: number) => PersonOrPass | undefined

/**
 * Reads who did something in a course: people of the institute, and supply teachers with a day pass. One query, another
 * where someone is none of its people, and none where the institute's own login did everything.
 */
export async function nameInCourse(
  {
    staff,
    dayPasses,
  }: {
    readonly staff: Pick<Stores['staff'], 'listOf'>
    readonly dayPasses: Pick<Stores['dayPasses'], 'listNamed'>
  },
  organisationId: string,
  doers: readonly (string | null)[],
): Promise<NameInCourse> {
  const ids = [...new Set(doers)].filter((id) => id !== null).filter((id) => id !== organisationId)
  if (ids.length === 0) return () => undefined
  const people = await staff.listOf(organisationId, ids)
  const others = ids.filter((id) => people.every(({ accountId }) => accountId !== id))
  const passes = others.length === 0 ? [] : await dayPasses.listNamed(organisationId, others)
  const nameOf = nameFrom(people)
  return (by, at) => {
    const pass = passes.find(({ id }) => id === by)
    return pass ? { name: pass.name, title: '', role: 'day-pass' } : nameOf(by, at)
  }
}
