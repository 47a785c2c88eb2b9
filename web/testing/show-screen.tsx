import { Suspense } from 'react'
import { Routes } from 'react-router'
import type { UserModel } from '#contract/account.ts'
import { pathPatterns, type paths } from '#contract/paths.ts'
import { routeOf } from '../app/routes.tsx'
import { screens } from '../app/screens.ts'
import { showPart } from './show-part.tsx'

/** Draws a screen as the table of screens has it, in its frame; `path`: its address, with a query. */
export function showScreen(
  name: keyof typeof paths & keyof typeof pathPatterns,
  account: UserModel,
  path: string,
): void {
  const rows = screens.filter(({ pattern }) => pattern === pathPatterns[name])
  showPart(
    <Suspense>
      <Routes>{rows.map(routeOf)}</Routes>
    </Suspense>,
    { account, path },
  )
}
