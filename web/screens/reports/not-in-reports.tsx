import type { ReactNode } from 'react'
import { useTexts } from '../../language/texts.ts'
import { HeadingWithHint } from '../../ui/index.ts'

/** Shown for an id that is unknown, or another institute's. */
export function NotInReports({ back }: { back: ReactNode }) {
  const { reports: words } = useTexts()
  return (
    <>
      {back}
      <HeadingWithHint heading={words.notFound} hint={words.notFoundHint} />
    </>
  )
}
