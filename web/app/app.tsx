import { QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter } from 'react-router'
import { LanguageProvider } from '../language/language-provider.tsx'
import { SessionWatch } from '../session/session-watch.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { ClockWatch } from './clock-watch.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { KeepAlive } from './keep-alive.tsx'
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
