import type { ReactNode } from 'react'
import { lazy } from 'react'
import { Navigate, Outlet, useLocation, useParams } from 'react-router'
import type { UserModel } from '#contract/account.ts'
import type { Label } from '#contract/identifiers.ts'
import { codeParameter, paths } from '#contract/paths.ts'
import { messageOf } from '../client/request-error.ts'
import { mayBeSignedIn } from '../client/signed-in-hint.ts'
import { useKeptError } from '../forms/use-kept-error.ts'
import { StepUpHost } from '../kit/step-up-host.tsx'
import { useTexts } from '../language/texts.ts'
import { LiveUpdates } from '../live/keep-screens-live.ts'
import { AccountContext, dashboardPath, labelOf, ownIdOf, screensOf, useSession } from '../session/session.ts'
import { useReturn } from '../session/use-return.ts'
import { findJoinPage, findWantedPage, wantedPage } from '../session/wanted-page.ts'
import { ErrorState, FullScreenSpinner } from '../ui/index.ts'

const EmailNotVerified = lazy(async () => ({
  default: (await import('../screens/not-verified/email-not-verified.tsx')).EmailNotVerified,
}))

/** Waits for the session, then decides. */
function WithSession({ children }: { children: (account: UserModel | null) => ReactNode }) {
  const session = useSession()
  const error = useKeptError(session)
  if (session.data !== undefined) return children(session.data)
  if (error) return <ServerUnreachable error={error} busy={session.isFetching} onRetry={() => void session.refetch()} />
  return <FullScreenSpinner />
}

/**
 * /login and /register: a signed-in person goes to the page that they wanted before, if it is their own, or to their
 * dashboard.
 */
export function GuestOnly() {
  const { state, search } = useLocation()
  useLookForLoginElsewhere()
  return (
    <WithSession>
      {(account) => {
        // Without a label the registration never ended; that account can only register or log in again.
        if (account === null || labelOf(account) === undefined) return <Outlet />
        const joinPage = findJoinPage(state)
        if (joinPage !== undefined) return <Navigate to={joinPage} replace />
        const label = screensOf(account)
        if (label === undefined) return <Navigate to={paths.acting} replace state={{ ...state, begins: true }} />
        return (
          <Navigate
            to={findWantedPage(state, label, ownIdOf(account, label)) ?? homeOf(account, label, search)}
            replace
          />
        )
      }}
    </WithSession>
  )
}

/** The dashboard; a student who followed a join link finds its code there, ready to be added. */
function homeOf(account: UserModel, label: Label, search: string): string {
  const code = new URLSearchParams(search).get(codeParameter)
  const query = label === 'STD' && code !== null ? `?${new URLSearchParams({ [codeParameter]: code })}` : ''
  return dashboardPath(account, label) + query
}

/** Another tab may have logged in meanwhile: then this browser is signed in, and the guest form no longer applies. */
function useLookForLoginElsewhere(): void {
  const { data: account, refetch } = useSession()
  useReturn(() => {
    if (account === null && mayBeSignedIn()) void refetch()
  })
}

/**
 * Spec §2: the guard of protected screens and of the two dashboards. The id of another account leads to the own
 * dashboard.
 */
export function RequireLabel({ label }: { label: Label }) {
  const { userId } = useParams()
  const location = useLocation()
  return (
    <WithSession>
      {(account) => {
        if (account === null) return <Navigate to={paths.login} replace state={wantedPage(location)} />
        if (!account.emailVerification) return <EmailNotVerified account={account} />
        if (screensOf(account) !== label) {
          const canAct = label === 'ORG' && account.prefs.isStaff && !account.prefs.acting
          return (
            <Navigate to={canAct ? paths.acting : paths.login} replace state={canAct ? wantedPage(location) : null} />
          )
        }
        if (userId !== ownIdOf(account, label)) return <Navigate to={dashboardPath(account, label)} replace />
        return (
          <AccountContext value={account}>
            <LiveUpdates label={label} />
            <StepUpHost />
            <Outlet />
          </AccountContext>
        )
      }}
    </WithSession>
  )
}

/** The session is unknown because the server did not answer: nothing can be shown yet. Retries by itself. */
function ServerUnreachable({ error, busy, onRetry }: { error: Error; busy: boolean; onRetry: () => void }) {
  const texts = useTexts()
  return (
    <main>
      <ErrorState
        fullScreen
        title={navigator.onLine ? texts.common.serverDown : texts.common.offline}
        message={messageOf(error)}
        busy={busy}
        onRetry={onRetry}
      />
    </main>
  )
}

/** The choice of the institute: for people who act for one, or may, and for those who were invited. */
export function RequirePerson() {
  const location = useLocation()
  return (
    <WithSession>
      {(account) => {
        if (account === null) return <Navigate to={paths.login} replace state={wantedPage(location)} />
        if (labelOf(account) !== 'STF' && !account.prefs.isStaff) return <Navigate to={paths.login} replace />
        return (
          <AccountContext value={account}>
            <StepUpHost />
            <Outlet />
          </AccountContext>
        )
      }}
    </WithSession>
  )
}
