import { type ReactNode, Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { FullScreenSpinner } from '../ui/index.ts'
import { PartBoundary } from './error-boundary.tsx'
import { GuestOnly, RequireLabel, RequirePerson } from './guards.tsx'
import { InstitutePage, NotFound, ReportsPage, type ScreenRow, StudentDashboard, screens, type Who } from './screens.ts'

const guards: Readonly<Record<Who, ReactNode>> = {
  anyone: undefined,
  guests: <GuestOnly />,
  people: <RequirePerson />,
  STD: <RequireLabel label="STD" />,
  ORG: <RequireLabel label="ORG" />,
}

/** Every address of the web app. The landing page is a document of its own. */
export function AppRoutes() {
  return (
    <Suspense fallback={<FullScreenSpinner />}>
      <Routes>
        {Object.entries(guards).map(([who, guard]) => (
          <Route key={who} element={guard}>
            {screens.filter((screen) => screen.who === who).map(routeOf)}
          </Route>
        ))}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  )
}

/** A screen in its frame, which stays while another screen with the same one follows. */
export function routeOf({ pattern, Screen, frame }: ScreenRow): ReactNode {
  const route = <Route key={pattern} path={pattern} element={<Screen />} />
  if (frame === undefined) return route
  if (typeof frame === 'object') {
    return (
      <Route key={pattern} element={<InstitutePage {...frame} />}>
        {route}
      </Route>
    )
  }
  return (
    <Route key={pattern} element={frame === 'student' ? <StudentDashboard /> : <ReportsPage />}>
      <Route element={<PartBoundary />}>{route}</Route>
    </Route>
  )
}
