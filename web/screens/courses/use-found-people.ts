import { useMemo, useState } from 'react'
import type { CourseRegister, RegisterPerson } from '#contract/course-sessions.ts'
import { joinNames } from '#contract/text-fields.ts'
import { isFound } from '../../language/is-found.ts'

const isBelow = ({ isEnrolled, working }: RegisterPerson) => isEnrolled && working.isBelow

/** The people of a register that are looked for. */
export function useFoundPeople({ people }: CourseRegister) {
  const [search, setSearch] = useState('')
  // Kept as they were: a person whom a decision brings to the goal stays in sight.
  const [below, setBelow] = useState<ReadonlySet<string> | undefined>()
  const found = useMemo(() => {
    return people.filter(
      ({ personId, given, family, rollNumber }) =>
        isFound(`${joinNames(given, family)} ${rollNumber}`, search) && (below === undefined || below.has(personId)),
    )
  }, [people, search, below])
  return {
    people: found,
    search,
    setSearch,
    countBelow: people.filter(isBelow).length,
    isBelowOnly: below !== undefined,
    toggleBelow: () => setBelow(below ? undefined : new Set(people.filter(isBelow).map(({ personId }) => personId))),
  }
}

export type FoundPeople = ReturnType<typeof useFoundPeople>
