import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { AttendanceSheet } from '#contract/attendance-sheet.ts'
import { type AttendanceFilter, attendanceFilters } from '#contract/report-requests.ts'
import { sheetPageSize } from '#contract/rules.ts'
import { readAtOnce, readProduct } from '../../client/read-product.ts'
import { RequestError } from '../../client/request-error.ts'
import { useListAddress } from '../../kit/use-list-address.ts'
import { attendanceSheetKey } from '../../live/live-keys.ts'
import { useInstitute } from '../../session/session.ts'

/** What of the sheet is shown. `page`: from 0. */
export type SheetView = { readonly filter: AttendanceFilter; readonly search: string; readonly page: number }

/** The view of the address. */
export function useSheetView(): SheetView {
  const { address, search, page } = useListAddress()
  return { filter: attendanceFilters.find((one) => one === address.get('show')) ?? 'missing', search, page }
}

/** The sheet of a session; the rows before stay until those of another view are read. */
export function useAttendanceSheet(
  sessionId: string,
  { filter, search, page }: SheetView,
  isOff: boolean,
): UseQueryResult<AttendanceSheet> {
  const { $id } = useInstitute()
  const query = { filter, search, limit: sheetPageSize, offset: page * sheetPageSize }
  return useQuery({
    queryKey: [...attendanceSheetKey($id, sessionId), query],
    async queryFn() {
      const sheet = await readProduct('GET /sessions/:sessionId', { sessionId }, query)
      if (sheet.kind === 'whole') return sheet
      // A session of a course has a page of its own.
      throw new RequestError('', 'document_not_found', 404)
    },
    initialData() {
      const sheet = readAtOnce('GET /sessions/:sessionId', { sessionId }, query)
      return sheet?.kind === 'whole' ? sheet : undefined
    },
    enabled: !isOff,
    placeholderData: (before, last) => (last?.queryKey.includes(sessionId) ? before : undefined),
  })
}
