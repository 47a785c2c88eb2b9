import type { ReactNode } from 'react'
import { useAct } from '../../kit/use-act.ts'
import { useMay } from '../../session/may.ts'
import { TimeZoneSetting } from './time-zone-setting.tsx'
import { useInstituteSettings } from './use-institute-settings.ts'

/** Before what comes an owner is asked for the time zone of the institute, while it has none. */
export function ZoneFirst({ asks, children }: { asks: boolean; children: ReactNode }) {
  const { data } = useInstituteSettings()
  const { run, isBusy } = useAct('PATCH /settings')
  const isOwner = useMay('owners')
  if (!asks || !isOwner || data?.timeZone !== null) return children
  return <TimeZoneSetting timeZone={null} busy={isBusy} onSave={(timeZone) => void run({}, { timeZone })} />
}
