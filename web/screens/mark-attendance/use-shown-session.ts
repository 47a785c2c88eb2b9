import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { RunningSession } from '#contract/attendance.ts'
import type { OrganisationDocument } from '../../client/document-calls.ts'
import { keepSessionExpiry, readSessionExpiry } from '../../parts/attendance-session/session-expiry.ts'
import { useRemaining } from '../../parts/attendance-session/use-remaining.ts'
import { useRunningSession } from '../../parts/attendance-session/use-running-session.ts'
import { keepAwake } from '../../parts/room-display/keep-awake.ts'
import type { MarkingTexts } from '../../parts/room-display/marking-texts.ts'
import { type Presence, usePresence } from './use-presence.ts'

export type ShownSessionProps = {
  organisation: OrganisationDocument
  /** The organisation document is being read again. */
  isChecking: boolean
  /** The session has ended by the server's clock. */
  onEnd: () => void
}

export type ShownSession = {
  readonly state: 'running' | 'ended' | 'taken-back' | 'none'
  /** Of the session that runs, ms. */
  readonly remaining: number
  /** False until it is known which session runs. */
  readonly isKnown: boolean
  readonly running: RunningSession | undefined
  /** The session that runs, or the last one that ran while this screen was open. */
  readonly presence: Presence | undefined
  /** That session takes, or took, room codes. */
  readonly takesRoomCode: boolean
  /** How students can sign where this computer cannot ask a phone. */
  readonly instead: keyof MarkingTexts['instead']
}

/** The session that the screen shows, from before it is known to after its end. */
export function useShownSession({ organisation, isChecking, onEnd }: ShownSessionProps): ShownSession {
  const { $id } = organisation
  const running = useRunningSession()
  const expiry = findExpiry(organisation, running.data, isChecking)
  const remaining = useRemaining(expiry)
  const isRunning = remaining > 0
  const [wasRunning, setWasRunning] = useState(isRunning)
  const presence = usePresence(running.data)
  const isKnown = useKnownSession(isRunning, running)
  if (isRunning && !wasRunning) setWasRunning(true)
  const hasEnded = wasRunning && !isRunning

  useEffect(() => {
    if (!isChecking) keepSessionExpiry($id, expiry)
  }, [$id, expiry, isChecking])
  useEffect(() => (isRunning ? keepAwake() : undefined), [isRunning])
  const reportEnd = useEffectEvent(onEnd)
  useEffect(() => {
    if (hasEnded) reportEnd()
  }, [hasEnded])

  const shown = isRunning ? running.data?.session : presence
  // A session that was taken back has given its number back.
  const isTakenBack = presence !== undefined && !isChecking && organisation.classes < presence.number
  const takesRoomCode = hasRoomCode(shown?.ways)
  const isSwitchedOn = hasRoomCode(running.data?.nextWays)
  return {
    state: isRunning ? 'running' : !hasEnded ? 'none' : isTakenBack ? 'taken-back' : 'ended',
    remaining,
    isKnown,
    running: running.data,
    presence,
    takesRoomCode,
    instead: isRunning && takesRoomCode ? 'roomCode' : !isSwitchedOn ? 'key' : isRunning ? 'sheet' : 'next',
  }
}

function hasRoomCode(ways: RunningSession['nextWays']): boolean {
  return ways?.some((way) => way === 'room-code') === true
}

/** The end of the running session as the newer of two answers has it: without a live connection one of them may be old. */
function findExpiry(
  { $id, sessionExpiry, serverTime }: OrganisationDocument,
  running: RunningSession | undefined,
  isChecking: boolean,
): number | null {
  if (running && running.serverTime > serverTime) return running.session?.endsAt ?? null
  // When another screen has just started a session, the warning that led here has its end before the document does.
  return sessionExpiry ?? (isChecking ? readSessionExpiry($id) : null)
}

/**
 * Whether the running session was asked for once since it runs. Until then the screen does not know whether it takes room
 * codes, and the form would stand there for a moment. Without an answer the form is right: its marks need none.
 */
function useKnownSession(
  isRunning: boolean,
  { data, isFetching, failureCount }: UseQueryResult<RunningSession>,
): boolean {
  const [isAsked, setAsked] = useState(false)
  const isKnown = Boolean(data?.session) || !isFetching || failureCount > 0
  if (isAsked !== (isRunning && (isAsked || isKnown))) setAsked(!isAsked)
  return !isRunning || isAsked || isKnown
}
