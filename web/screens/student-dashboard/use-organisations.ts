import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useInfiniteQuery } from '@tanstack/react-query'
import { organisationsPageSize } from '#contract/rules.ts'
import type { DocumentPage, InstituteDocument } from '../../client/document-calls.ts'
import { listAtOnce, listDocuments, pageOf } from '../../client/document-calls.ts'
import { useAccount } from '../../session/session.ts'

type Page = DocumentPage<InstituteDocument>

/** The student's organisations, page by page. */
export function useOrganisations(): UseInfiniteQueryResult<InfiniteData<Page>> {
  const { $id } = useAccount()
  return useInfiniteQuery({
    queryKey: ['organisations', $id],
    queryFn: ({ pageParam }) =>
      listDocuments<InstituteDocument>('organisations', pageOf(organisationsPageSize, pageParam)),
    initialData: () => {
      const first = listAtOnce<InstituteDocument>('organisations', pageOf(organisationsPageSize, 0))
      return first && { pages: [first], pageParams: [0] }
    },
    initialPageParam: 0,
    getNextPageParam: (last, all) => {
      const loaded = all.reduce((count, page) => count + page.documents.length, 0)
      return last.documents.length > 0 && loaded < last.total ? loaded : undefined
    },
  })
}
