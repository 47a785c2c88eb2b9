import type { QueryClient, UseQueryOptions, UseQueryResult } from '@tanstack/react-query'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { studentTablePageSize } from '#contract/rules.ts'
import type { StudentDocument } from '../../client/document-calls.ts'
import { listDocuments, pageOf } from '../../client/document-calls.ts'
import { studentsKey } from '../../live/live-keys.ts'
import type { StudentPage } from '../../live/student-page.ts'
import { keepNewerStudents } from '../../live/student-page.ts'
import { pageCount } from '../../parts/paging/page-address.ts'
import { useInstitute } from '../../session/session.ts'

function pageQuery(organisationId: string, page: number) {
  return {
    queryKey: [...studentsKey(organisationId), page],
    queryFn: () =>
      listDocuments<StudentDocument>('students', pageOf(studentTablePageSize, page * studentTablePageSize)),
    structuralSharing: (shown: unknown, read: unknown) =>
      keepNewerStudents(shown as StudentPage | undefined, read as StudentPage),
  } satisfies UseQueryOptions<StudentPage>
}

/** One page (from 0) of the organisation's students; the previous page stays until the new one is loaded. */
export function useStudents(page: number): UseQueryResult<StudentPage> {
  const { $id } = useInstitute()
  const queries = useQueryClient()
  const students: UseQueryResult<StudentPage> = useQuery({ ...pageQuery($id, page), placeholderData: keepPreviousData })
  const hasNext = students.data !== undefined && page + 1 < pageCount(students.data.total, studentTablePageSize)
  const isSettled = !students.isPlaceholderData && students.data !== undefined

  useEffect(() => {
    if (isSettled && hasNext) void prefetchPage(queries, $id, page + 1)
  }, [queries, $id, page, isSettled, hasNext])

  return students
}

function prefetchPage(queries: QueryClient, organisationId: string, page: number): Promise<void> {
  return queries.prefetchQuery(pageQuery(organisationId, page))
}
