import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { endSession, listSessions, type OpenSession } from '../../client/account-calls.ts'
import { messageOf } from '../../client/request-error.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { QueryError } from '../../kit/query-error.tsx'
import { StepUpCancelled, withStepUp } from '../../kit/step-up.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useAccount } from '../../session/session.ts'
import { Button, ConfirmButton, Skeleton, Stack, showError, showSuccess, useLostFocus } from '../../ui/index.ts'
import styles from './sessions-section.module.css'
import { sessionsTexts } from './sessions-texts.ts'

/** In the profile: where the account is logged in, with buttons that log it out there. */
export function SessionsSection() {
  const sessionsWords = useTextsOf(sessionsTexts)
  const { $id } = useAccount()
  const queries = useQueryClient()
  const key = ['sessions', $id]
  const sessions = useQuery({ queryKey: key, queryFn: listSessions })
  const error = useKeptError(sessions)
  const lostFocus = useLostFocus()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (ids: readonly string[]) =>
      withStepUp('DELETE /account/sessions/:sessionId', async () => {
        for (const id of ids) await endSession(id)
      }),
    onSuccess: () => showSuccess(sessionsWords.ended),
    onError: (refusal) => {
      if (!(refusal instanceof StepUpCancelled)) showError(messageOf(refusal))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
  if (!sessions.data) {
    if (!error) return <Skeleton height="64px" />
    return <QueryError error={error} of={sessions} />
  }
  const others = sessions.data.filter(({ isCurrent }) => !isCurrent).map(({ id }) => id)
  return (
    <>
      <ul className={styles.list} {...lostFocus}>
        {sessions.data.map((session, place) => (
          <Session
            key={session.id}
            session={session}
            place={place}
            isEnding={isPending && variables.includes(session.id)}
            onEnd={() => mutate([session.id])}
          />
        ))}
      </ul>
      {others.length > 1 && (
        <Button wide busy={isPending && variables.length > 1} onClick={() => mutate(others)} {...lostFocus}>
          {sessionsWords.endOthers}
        </Button>
      )}
    </>
  )
}

/** `place`: a row that moves up under the pointer takes no second click. */
type SessionProps = { session: OpenSession; place: number; isEnding: boolean; onEnd: () => void }

function Session({ session, place, isEnding, onEnd }: SessionProps) {
  const texts = useTextsOf(sessionsTexts)
  const { dateTime } = useFormat()
  const { browser, system, isMobile, address, createdAt, lastSeenAt, isCurrent } = session
  const Icon = isMobile ? IconDeviceMobile : IconDeviceDesktop
  const name = browser && system ? texts.browserOn(browser, system) : browser || system || texts.unknown
  return (
    <li className={styles.item}>
      <Icon className={styles.icon} size={22} stroke={1.7} aria-hidden="true" />
      <Stack gap={2} start>
        <span className={styles.name}>{name}</span>
        <span className={styles.fact}>{texts.from(address)}</span>
        <span className={styles.fact}>{texts.since(dateTime(createdAt))}</span>
        {isCurrent ? (
          <span className={styles.current}>{texts.current}</span>
        ) : (
          <span className={styles.fact}>{texts.lastSeen(dateTime(lastSeenAt))}</span>
        )}
        {!isCurrent && (
          <ConfirmButton
            question={place}
            kind="quiet"
            className={styles.end}
            busy={isEnding}
            aria-label={texts.endNamed(name, dateTime(createdAt))}
            onClick={onEnd}
          >
            {texts.end}
          </ConfirmButton>
        )}
      </Stack>
    </li>
  )
}
