import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { dayPassTexts } from '#contract/day-pass-texts.ts'
import { paths } from '#contract/paths.ts'
import { openDayPass, readDayPass } from '../../client/day-pass-calls.ts'
import { messageOf, RequestError } from '../../client/request-error.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { QueryError } from '../../kit/query-error.tsx'
import { TimeZoneContext } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { latePart, wholeScreen } from '../../parts/late-part/late-part.tsx'
import { Button, FullScreenSpinner, showError } from '../../ui/index.ts'
import { PassFrame, PassNotice } from './pass-frame.tsx'
import { addressOf, displayParameter, passKey, passPollMs, sessionParameter } from './pass-reads.ts'
import { PassToday } from './pass-today.tsx'

/** Its parts are those of the sheet of a course, too. */
const PassSession = latePart(async () => (await import('./pass-session.tsx')).PassSession)
const PassDisplay = latePart(async () => (await import('./pass-display.tsx')).PassDisplay)

/** /day-pass#{secret}: a supply teacher takes the roll of named courses, without an account (decision 64). */
export function DayPass() {
  // It stays in the address until a person opens it: looking spends nothing, and a reload finds it.
  const secret = useLocation().hash.slice(1)
  const navigate = useNavigate()
  if (secret === '') return <Opened />
  return (
    <PassFrame>
      <Link key={secret} secret={secret} onOpened={() => void navigate(paths.dayPass, { replace: true })} />
    </PassFrame>
  )
}

type Refusal = 'used' | 'over' | 'wrong'
const refusals: Readonly<Record<string, Refusal>> = {
  'day-pass-used': 'used',
  'day-pass-over': 'over',
  user_invalid_token: 'wrong',
  general_argument_invalid: 'wrong',
}

function Link({ secret, onOpened }: { secret: string; onOpened: () => void }) {
  const words = useTextsOf(dayPassTexts).page
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | undefined>()
  async function open() {
    setBusy(true)
    try {
      await openDayPass(secret)
      onOpened()
    } catch (error) {
      const known = error instanceof RequestError ? refusals[error.reason] : undefined
      if (known) setRefusal(known)
      else showError(messageOf(error))
    }
    setBusy(false)
  }
  if (refusal) return <PassNotice title={words[refusal]} hint={words[`${refusal}Hint`]} />
  return (
    <PassNotice
      title={words.title}
      hint={words.beginHint}
      action={
        <Button kind="primary" size="large" busy={isBusy} onClick={() => void open()}>
          {words.begin}
        </Button>
      }
    />
  )
}

function Opened() {
  const words = useTextsOf(dayPassTexts).page
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const sessionId = search.get(sessionParameter)
  const pass = useQuery({ queryKey: passKey, queryFn: readDayPass, refetchInterval: passPollMs, retry: false })
  const error = useKeptError(pass)
  if (error instanceof RequestError && error.reason === 'day-pass-over') {
    return (
      <PassFrame>
        <PassNotice title={words.over} hint={words.overHint} />
      </PassFrame>
    )
  }
  if (!pass.data) return <PassFrame>{error ? <QueryError error={error} of={pass} /> : <FullScreenSpinner />}</PassFrame>
  const isDisplay = sessionId !== null && search.has(displayParameter)
  return (
    <TimeZoneContext value={pass.data.organisation.timeZone ?? undefined}>
      {isDisplay ? (
        <PassDisplay sessionId={sessionId} pass={pass.data} {...wholeScreen} />
      ) : (
        <PassFrame>
          {sessionId === null ? (
            <PassToday pass={pass.data} onOpen={(id) => void navigate(addressOf(id))} />
          ) : (
            <PassSession sessionId={sessionId} pass={pass.data} onBack={() => void navigate(paths.dayPass)} />
          )}
        </PassFrame>
      )}
    </TimeZoneContext>
  )
}
