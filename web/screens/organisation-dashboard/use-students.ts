import type { UseQueryOptions, UseQueryResult } from '@tanstack/react-query'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { studentTablePageSize } from '#contract/rules.ts'
import type { InstituteCalls } from '../../client/institute-calls.ts'
import { pageCount } from '../../kit/page-address.ts'
import { studentsKey } from '../../live/live-keys.ts'
import type { StudentPage } from '../../live/student-page.ts'
import { keepNewerStudents } from '../../live/student-page.ts'
import { useInstitute, useInstituteCalls } from '../../session/session.ts'

function pageQuery(organisationId: string, calls: InstituteCalls, page: number) {
  return {
    queryKey: [...studentsKey(organisationId), page],
    queryFn: () => calls.listStudents(studentTablePageSize, page * studentTablePageSize),
    structuralSharing: (shown: unknown, read: unknown) =>
      keepNewerStudents(shown as StudentPage | undefined, read as StudentPage),
  } satisfies UseQueryOptions<StudentPage>
}

/** One page (from 0) of the organisation's students; the previous page stays until the new one is loaded. */
export function useStudents(page: number): UseQueryResult<StudentPage> {
  const { $id } = useInstitute()
  const calls = useInstituteCalls()
  const queries = useQueryClient()
  const students: UseQueryResult<StudentPage> = useQuery({
    ...pageQuery($id, calls, page),
    placeholderData: keepPreviousData,
  })
  const hasNext = students.data !== undefined && page + 1 < pageCount(students.data.total, studentTablePageSize)
  const isSettled = !students.isPlaceholderData && students.data !== undefined

  const prefetch = useEffectEvent((next: number) => void queries.prefetchQuery(pageQuery($id, calls, next)))
  useEffect(() => {
    if (isSettled && hasNext) prefetch(page + 1)
  }, [page, isSettled, hasNext])

  return students
}
