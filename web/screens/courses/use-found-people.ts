import { useMemo, useState } from 'react'
import type { CourseRegister, RegisterPerson } from '#contract/course-sessions.ts'
import { joinNames } from '#contract/text-fields.ts'
import { useSearch } from '../../kit/search-field.tsx'
import { useListAddress } from '../../kit/use-list-address.ts'
import { isFound } from '../../language/is-found.ts'

const isBelow = ({ isEnrolled, working }: RegisterPerson) => isEnrolled && working.isBelow

/** The people of a register that are looked for. */
export function useFoundPeople({ people }: CourseRegister) {
  const search = useSearch()
  const { address, change } = useListAddress()
  // Kept as they were: a person whom a decision brings to the goal stays in sight.
  const [below, setBelow] = useState<ReadonlySet<string> | undefined>()
  const isBelowOnly = address.get('show') === 'below'
  if (isBelowOnly !== (below !== undefined))
    setBelow(isBelowOnly ? new Set(people.filter(isBelow).map(({ personId }) => personId)) : undefined)
  const found = useMemo(() => {
    return people.filter(
      ({ personId, given, family, rollNumber }) =>
        isFound(`${joinNames(given, family)} ${rollNumber}`, search.typed) &&
        (below === undefined || below.has(personId)),
    )
  }, [people, search.typed, below])
  return {
    people: found,
    search,
    countBelow: people.filter(isBelow).length,
    isBelowOnly,
    toggleBelow: () => change({ show: isBelowOnly ? null : 'below' }),
  }
}

export type FoundPeople = ReturnType<typeof useFoundPeople>
