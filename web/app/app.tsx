import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { BrowserRouter } from 'react-router'
import { keepAlivePingMs } from '#contract/rules.ts'
import { pingServer } from '../client/ping-server.ts'
import { LanguageProvider } from '../language/language-provider.tsx'
import { SessionWatch } from '../session/session-watch.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { ClockWatch } from './clock-watch.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { queryClient } from './query-client.ts'
import { AppRoutes } from './routes.tsx'

/** The providers and parts around all screens. */
export function App() {
  return (
    <LanguageProvider>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <ErrorBoundary>
            <AppRoutes />
          </ErrorBoundary>
        </BrowserRouter>
        <ConnectionNotice />
        <KeepAlive />
        <SessionWatch />
        <ClockWatch />
        <Toasts />
      </QueryClientProvider>
    </LanguageProvider>
  )
}

/** Spec §7: a page that is open keeps the server awake. */
function KeepAlive() {
  useEffect(() => {
    const timer = setInterval(() => void pingServer(), keepAlivePingMs)
    return () => clearInterval(timer)
  }, [])
  return null
}
