import { actingTexts } from '#contract/acting-texts.ts'
import type { Person } from '#contract/person.ts'
import { useTextsOf } from './texts.ts'

/** How a person of an institute is named beside what they did: with the title, or the role where there is none. */
export function useSayPerson(): (person: Person) => string {
  const words = useTextsOf('acting', actingTexts)
  return ({ name, title, role }) => words.person(name, title === '' ? words.roles[role] : title)
}
