import { IconHistory, IconPlugConnectedX, IconQrcode } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { checkInTexts } from '#contract/check-in-texts.ts'
import { keepsCookies } from '../../language/site-data.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button } from '../../ui/button.tsx'
import type { Begun, Offer } from './begin.ts'
import styles from './check-in.module.css'
import { CheckInFrame } from './check-in-frame.tsx'
import { ClosedStage, NoCookies } from './closed-stage.tsx'
import { Done } from './done.tsx'
import { LogInForm } from './log-in-form.tsx'
import { OfferStage } from './offer-stage.tsx'
import { SignPanel } from './sign-panel.tsx'
import type { Stage } from './stage.ts'
import { TypedCode } from './typed-code.tsx'
import { type CheckInWork, useCheckIn } from './use-check-in.ts'

/** /checkin: a student checks in on the own phone, by the room's code. `begun`: what the first script has done. */
export function CheckIn({ begun }: { begun: Begun }) {
  const words = useTextsOf(checkInTexts)
  const work = useCheckIn(begun)
  const [isKept] = useState(keepsCookies)
  const { stage } = work
  useEffect(() => {
    document.title = `${words.title} · Rollkey`
  }, [words])
  return <CheckInFrame student={studentOf(stage)}>{isKept ? <Content work={work} /> : <NoCookies />}</CheckInFrame>
}

function studentOf(stage: Stage): Offer['student'] {
  if (stage.kind === 'done') return stage.finished.marks[0]?.student ?? null
  return ('offer' in stage && stage.offer?.student) || null
}

function Content({ work }: { work: CheckInWork }) {
  const words = useTextsOf(checkInTexts)
  const { stage, go } = work
  switch (stage.kind) {
    case 'offer':
    case 'asking':
    case 'sending':
    case 'unheard':
      return <OfferStage work={work} stage={stage} />
    case 'done':
      return (
        <Done
          finished={stage.finished}
          onLoggedOut={() => go({ kind: 'closed', why: 'logged-out' })}
          onScanAgain={() => go({ kind: 'scan', why: 'none' })}
        />
      )
    case 'log-in':
      return (
        <LogInForm
          hint={stage.next === 'begin' ? words.logInHint : words.logInToTypeHint}
          onDone={async () => {
            if (stage.next === 'begin') await work.begin()
            else go({ kind: 'type' })
          }}
        />
      )
    case 'type':
      return <TypedCode work={work} isAlone />
    case 'closed':
      return <ClosedStage work={work} stage={stage} />
    case 'lost':
      return (
        <>
          <SignPanel tone="bad" icon={IconPlugConnectedX} title={words.lost} hint={words.lostAskingHint} />
          <div className={styles.foot}>
            {stage.code && <p className={styles.quiet}>{words.tooOldHint}</p>}
            <Button kind="primary" size="large" wide busy={stage.isAsking ?? false} onClick={work.askAgain}>
              {words.retry}
            </Button>
          </div>
        </>
      )
    case 'scan':
      return <ScanAgain work={work} why={stage.why} />
  }
}

function ScanAgain({ work, why }: { work: CheckInWork; why: 'none' | 'too-old' | 'scan-over' }) {
  const words = useTextsOf(checkInTexts)
  const [icon, title, hint] =
    why === 'none'
      ? ([IconQrcode, words.scan, words.scanHint] as const)
      : why === 'too-old'
        ? ([IconHistory, words.tooOld, words.tooOldHint] as const)
        : ([IconHistory, words.scanOver, words.scanOverHint] as const)
  return (
    <>
      <SignPanel tone="framed" icon={icon} title={title} hint={hint} />
      <TypedCode work={work} />
    </>
  )
}
