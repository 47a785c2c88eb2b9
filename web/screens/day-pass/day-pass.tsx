import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { dayPassTexts } from '#contract/day-pass-texts.ts'
import { paths } from '#contract/paths.ts'
import { openDayPass, readDayPass } from '../../client/day-pass-calls.ts'
import { messageOf, RequestError } from '../../client/request-error.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { QueryError } from '../../kit/query-error.tsx'
import { TimeZoneContext } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { Button, FullScreenSpinner, showError } from '../../ui/index.ts'
import { PassFrame, PassNotice } from './pass-frame.tsx'
import { passKey, passPollMs } from './pass-reads.ts'
import { PassSession } from './pass-session.tsx'
import { PassToday } from './pass-today.tsx'

/** /day-pass#{secret}: a supply teacher takes the roll of named courses, without an account (decision 64). */
export function DayPass() {
  // It stays in the address until a person opens it: looking spends nothing, and a reload finds it.
  const secret = useLocation().hash.slice(1)
  const navigate = useNavigate()
  return (
    <PassFrame>
      {secret === '' ? (
        <Opened />
      ) : (
        <Link key={secret} secret={secret} onOpened={() => void navigate(paths.dayPass, { replace: true })} />
      )}
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
  const texts = useTexts()
  const words = useTextsOf('dayPass', dayPassTexts).page
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
      else showError(messageOf(error, texts))
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
  const words = useTextsOf('dayPass', dayPassTexts).page
  const [sessionId, setSession] = useState<string | undefined>()
  const pass = useQuery({ queryKey: passKey, queryFn: readDayPass, refetchInterval: passPollMs, retry: false })
  const error = useKeptError(pass)
  if (error instanceof RequestError && error.reason === 'day-pass-over') {
    return <PassNotice title={words.over} hint={words.overHint} />
  }
  if (!pass.data) return error ? <QueryError error={error} of={pass} /> : <FullScreenSpinner />
  return (
    <TimeZoneContext value={pass.data.organisation.timeZone ?? undefined}>
      {sessionId === undefined ? (
        <PassToday pass={pass.data} onOpen={setSession} />
      ) : (
        <PassSession sessionId={sessionId} pass={pass.data} onBack={() => setSession(undefined)} />
      )}
    </TimeZoneContext>
  )
}
