import type { QueryClient, UseQueryOptions, UseQueryResult } from '@tanstack/react-query'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Query } from 'appwrite'
import { useEffect } from 'react'
import { studentTablePageSize } from '#contract/rules.ts'
import { useAccount } from '../../app/session.ts'
import type { DocumentPage, StudentDocument } from '../../client/document-calls.ts'
import { listDocuments } from '../../client/document-calls.ts'
import { pageCount } from './student-row.ts'

type Page = DocumentPage<StudentDocument>

function pageQuery(organisationId: string, page: number) {
  return {
    queryKey: ['students', organisationId, page],
    queryFn: () =>
      listDocuments<StudentDocument>('students', [
        Query.limit(studentTablePageSize),
        Query.offset(page * studentTablePageSize),
      ]),
  } satisfies UseQueryOptions<Page>
}

/** One page (from 0) of the organisation's students; the page before stays until the new one is there. */
export function useStudents(page: number): UseQueryResult<Page> {
  const { $id } = useAccount()
  const queries = useQueryClient()
  const students: UseQueryResult<Page> = useQuery({ ...pageQuery($id, page), placeholderData: keepPreviousData })
  const hasNext = students.data !== undefined && page + 1 < pageCount(students.data.total)
  const isSettled = !students.isPlaceholderData && students.data !== undefined

  useEffect(() => {
    if (isSettled && hasNext) void prefetchPage(queries, $id, page + 1)
  }, [queries, $id, page, isSettled, hasNext])

  return students
}

function prefetchPage(queries: QueryClient, organisationId: string, page: number): Promise<void> {
  return queries.prefetchQuery(pageQuery(organisationId, page))
}
