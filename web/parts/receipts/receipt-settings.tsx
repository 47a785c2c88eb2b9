import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReceiptSettings as Settings } from '#contract/receipts.ts'
import { messageOf } from '../../client/request-error.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { useAct } from '../../kit/use-act.ts'
import { useRead } from '../../kit/use-read.ts'
import { useLanguageTag, useTexts, useTextsOf } from '../../language/texts.ts'
import { useAccount } from '../../session/session.ts'
import { Button, Hint, Stack, Switch, showError } from '../../ui/index.ts'
import { receiptSettingsTexts } from './receipt-settings-texts.ts'

const pushesKey = (studentId: string) => ['pushes-here', studentId] as const
const loadPushes = () => import('./push-subscription.ts')

/** In the student's drawer: the ways to hear of a mark besides the open app. Both are off by default. */
export function ReceiptSettings() {
  const texts = useTexts()
  const words = useTextsOf(receiptSettingsTexts)
  const settings = useRead('GET /receipts/settings', {})
  const { data, isFetching, refetch } = settings
  const error = useKeptError(settings)
  return (
    <Stack gap={4}>
      <Hint small>{words.hint}</Hint>
      <ByEmail settings={data} />
      <ByPush pushKey={data?.pushKey} />
      {data === undefined && error && (
        <Button busy={isFetching} onClick={() => void refetch()}>
          {texts.common.retry}
        </Button>
      )}
    </Stack>
  )
}

function ByEmail({ settings }: { settings: Settings | undefined }) {
  const words = useTextsOf(receiptSettingsTexts)
  const { run, running } = useAct('PUT /receipts/settings')
  return (
    <Switch
      label={words.byEmail}
      checked={running?.input.byEmail ?? settings?.byEmail ?? false}
      busy={running !== undefined}
      disabled={settings === undefined}
      onChange={(byEmail) => void run({}, { byEmail })}
    />
  )
}

function ByPush({ pushKey }: { pushKey: string | undefined }) {
  const words = useTextsOf(receiptSettingsTexts)
  const { $id } = useAccount()
  const language = useLanguageTag()
  const queries = useQueryClient()
  const isPossible = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  const [isBlocked, setBlocked] = useState(isPossible && Notification.permission === 'denied')
  const { data: isOn = false } = useQuery({
    queryKey: pushesKey($id),
    queryFn: async () => (await loadPushes()).arePushesOn($id),
    enabled: isPossible,
  })
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (wanted: boolean) => {
      const { startPushes, stopPushes } = await loadPushes()
      if (!wanted) {
        await stopPushes()
        return false
      }
      const outcome = await startPushes($id, pushKey ?? '', language)
      setBlocked(outcome === 'blocked')
      return outcome === 'on'
    },
    onSuccess: (isOnNow) => queries.setQueryData(pushesKey($id), isOnNow),
    onError: (error) => {
      // When the push service cannot be reached, the browser's own sentence does not help.
      showError(error instanceof DOMException ? words.pushFailed : messageOf(error))
      // It may be half done: the browser has ended its subscription, and the server was not reached.
      void queries.invalidateQueries({ queryKey: pushesKey($id) })
    },
  })
  return (
    <Switch
      label={words.byPush}
      hint={isPossible ? (isBlocked ? words.pushBlocked : undefined) : words.pushImpossible}
      checked={isPending ? variables : isOn}
      busy={isPending}
      disabled={!isPossible || pushKey === undefined}
      onChange={mutate}
    />
  )
}
