import { actingTexts } from '#contract/acting-texts.ts'
import type { PersonOrPass } from '#contract/person.ts'
import { useTextsOf } from './texts.ts'

/** How a person of an institute is named beside what they did: with the title, or the role where there is none. */
export function useSayPerson(): (person: PersonOrPass) => string {
  const words = useTextsOf(actingTexts)
  return ({ name, title, role }) => {
    if (role === 'day-pass') return words.person(name, words.dayPass)
    return words.person(name, title === '' ? words.roles[role] : title)
  }
}
