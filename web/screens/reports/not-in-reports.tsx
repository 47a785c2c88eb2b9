import type { ReactNode } from 'react'
import { reportTexts } from '#contract/report-texts.ts'
import { useTextsOf } from '../../language/texts.ts'
import { HeadingWithHint } from '../../ui/index.ts'

/** Shown for an id that is unknown, or another institute's. */
export function NotInReports({ back }: { back: ReactNode }) {
  const words = useTextsOf(reportTexts)
  return (
    <>
      {back}
      <HeadingWithHint heading={words.notFound} hint={words.notFoundHint} />
    </>
  )
}
