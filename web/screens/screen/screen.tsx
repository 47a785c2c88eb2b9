import { useState } from 'react'
import { screenTexts } from '#contract/screen-texts.ts'
import { canBeScreen } from '../../client/screen-key.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button, FullScreenSpinner } from '../../ui/index.ts'
import { Paired } from './paired.tsx'
import { Pairing } from './pairing.tsx'
import { ScreenNotice } from './screen-notice.tsx'
import { useOnlyTab } from './use-only-tab.ts'
import { type Stage, useStage } from './use-stage.ts'

/** /screen: a computer in a room, which shows room codes and can do nothing else (decision 41). */
export function Screen() {
  const words = useTextsOf(screenTexts)
  if (!canBeScreen()) return <ScreenNotice title={words.cannot} hint={words.cannotHint} />
  return <InOneTab />
}

function InOneTab() {
  const words = useTextsOf(screenTexts)
  const tab = useOnlyTab()
  if (tab === 'asking') return <FullScreenSpinner />
  if (tab === 'another') return <ScreenNotice title={words.elsewhere} hint={words.elsewhereHint} />
  if (tab === 'blocked') return <ScreenNotice title={words.blocked} hint={words.blockedHint} />
  return <Staged />
}

function Staged() {
  const words = useTextsOf(screenTexts)
  const { stage, goTo } = useStage()
  const [round, setRound] = useState(0)
  const pairAgain = () => {
    setRound(round + 1)
    goTo('pairing')
  }
  const again = (label: string) => (
    <Button kind="primary" size="large" onClick={pairAgain}>
      {label}
    </Button>
  )
  const notices: Partial<Record<Stage, { title: string; hint: string; action: string }>> = {
    over: { title: words.codeOver, hint: words.codeOverHint, action: words.newCode },
    ended: { title: words.ended, hint: words.endedHint, action: words.pairAgain },
    copied: { title: words.copied, hint: words.copiedHint, action: words.pairAgain },
    limited: { title: words.limited, hint: words.limitedHint, action: words.tryAgain },
  }
  if (stage === 'asking') return <FullScreenSpinner />
  if (stage === 'pairing') return <Pairing key={round} goTo={goTo} />
  if (stage === 'paired') return <Paired goTo={goTo} />
  const notice = notices[stage]
  return notice && <ScreenNotice title={notice.title} hint={notice.hint} action={again(notice.action)} />
}
