import { useState } from 'react'
import { deskTexts } from '#contract/desk-texts.ts'
import { idPattern } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import { isRequestError } from '../../client/request-error.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { QueryError } from '../../kit/query-error.tsx'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { useMay, useReadsOnly } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { BackLink, HeadingWithHint } from '../../ui/index.ts'
import styles from './attendance-sheet.module.css'
import checkStyles from './checks.module.css'
import { HeadCount } from './head-count.tsx'
import { SessionWays } from './session-ways.tsx'
import { SheetHead } from './sheet-head.tsx'
import { SheetList } from './sheet-list.tsx'
import { SpotCheck } from './spot-check.tsx'
import { type SheetView, useAttendanceSheet } from './use-attendance-sheet.ts'
import { useIsBefore } from './use-is-before.ts'

/** Who is here and who is not, while the session runs and afterwards. */
export function Sheet({ sessionId }: { sessionId: string }) {
  const texts = useTexts()
  const { end } = useTextsOf('desk', deskTexts)
  const { $id } = useInstitute()
  const teaches = useMay('teaching')
  const isNoId = !idPattern.test(sessionId)
  const [view, setView] = useState<SheetView>({ filter: 'missing', search: '', page: 0 })
  const sheet = useAttendanceSheet(sessionId, view, isNoId)
  const error = useKeptError(sheet)
  const isBeforeEnd = useIsBefore(sheet.data?.session.endsAt)
  const isOver = sheet.data !== undefined && (sheet.data.session.isOver || !isBeforeEnd)
  const isDrawOpen = useIsBefore(sheet.data?.drawUntil)
  const readsOnly = useReadsOnly()
  const isHandOpen = useIsBefore(sheet.data?.handUntil) && !readsOnly
  const back = (
    <BackLink to={paths.organisationDashboard($id)} className={styles.back}>
      {texts.reports.back}
    </BackLink>
  )
  if (isNoId || isRequestError(error, 'document_not_found')) {
    return (
      <>
        {back}
        {sheet.data ? (
          // It was here a moment ago: only a session that is taken back goes.
          <HeadingWithHint heading={end.takenBack} hint={end.takenBackHint} />
        ) : (
          <HeadingWithHint heading={texts.reports.notFound} hint={texts.reports.notFoundHint} />
        )}
      </>
    )
  }
  return (
    <>
      {back}
      <SheetHead sheet={sheet.data} isOver={isOver} />
      {sheet.data && (
        <div className={checkStyles.checks}>
          <HeadCount sheet={sheet.data} />
          {teaches && <SpotCheck sheet={sheet.data} isOpen={isDrawOpen} />}
          {teaches && !isOver && <SessionWays session={sheet.data.session} />}
        </div>
      )}
      {sheet.data === undefined && error ? (
        <QueryError error={error} of={sheet} />
      ) : (
        <SheetList
          sheet={sheet.data}
          isOver={isOver}
          isHandOpen={isHandOpen}
          isOutdated={sheet.isPlaceholderData}
          view={view}
          onView={setView}
        />
      )}
    </>
  )
}
