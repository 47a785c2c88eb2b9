// First: the modules below are loaded in the browser that it pretends.
import './pretend-browser.ts'

import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import type { LanguageTag } from '#contract/languages.ts'
import { codeParameter, paths } from '#contract/paths.ts'
import type { ShellPath } from '#contract/shell-pages.ts'
import '../language/hindi.ts'
import { spoken } from '../language/language.ts'
import { LanguageContext } from '../language/texts.ts'
import { Join } from '../screens/join/join.tsx'
import { Login } from '../screens/login/login.tsx'
import { NewPassword } from '../screens/new-password/new-password.tsx'
import { RecoverPassword } from '../screens/recover-password/recover-password.tsx'
import { Register } from '../screens/register/register.tsx'
import { ReplacePasskey } from '../screens/replace-passkey/replace-passkey.tsx'
import { VerifyEmail } from '../screens/verify-email/verify-email.tsx'
import { takeMailLink } from '../session/mail-link.ts'
import { pretendBrowser, stopPretending } from './pretend-browser.ts'
import { queryClient } from './query-client.ts'
import { codeInShell, type ShellVariant } from './shell-variants.ts'

/** Of the browser that the build pretends to be. */
type Surroundings = {
  readonly query?: string
  /** Of the history entry. */
  readonly state?: object
  readonly isHandheld?: boolean
}

type Shell = {
  readonly screen: ReactNode
  /** What most people see there. */
  readonly usual: Surroundings
  readonly variants: Partial<Record<ShellVariant, Surroundings>>
}

stopPretending()

const withLink = 'userId=of-the-link&secret=of-the-link'
const withInvitation = 'invitationId=of-the-link&secret=of-the-link'

const shells: Readonly<Record<ShellPath, Shell>> = {
  [paths.login]: { screen: <Login />, usual: {}, variants: { organisation: { state: { category: 'ORG' } } } },
  [paths.register]: {
    screen: <Register />,
    usual: {},
    variants: { code: { query: `${codeParameter}=${codeInShell}` } },
  },
  [paths.verifyEmail]: { screen: <VerifyEmail />, usual: { query: withLink }, variants: {} },
  [paths.newPassword]: { screen: <NewPassword />, usual: { query: withLink }, variants: { 'no-link': {} } },
  [paths.recoverPassword]: {
    screen: <RecoverPassword />,
    usual: {},
    variants: { organisation: { query: 'category=ORG' } },
  },
  [paths.replacePasskey]: {
    screen: <ReplacePasskey />,
    usual: { query: withLink, isHandheld: true },
    variants: { desk: { query: withLink }, 'no-link': {} },
  },
  [paths.join]: { screen: <Join />, usual: { query: withInvitation }, variants: { 'no-link': {} } },
}

/**
 * What a page shows before the app's script, made at build time of the very screen: as most people see it, and in templates
 * how it is for others, which take its place before the first paint (shell-start.ts).
 */
export function render(tag: LanguageTag, path: ShellPath): string {
  const { screen, usual, variants } = shells[path]
  const draw = (surroundings: Surroundings) => renderScreen(tag, path, screen, surroundings)
  const templates = Object.entries(variants).map(
    ([name, surroundings]) => `<template id="shell-${name}">${draw(surroundings)}</template>`,
  )
  return `<div id="shell" data-path="${path}">${draw(usual)}</div>${templates.join('')}`
}

function renderScreen(tag: LanguageTag, path: ShellPath, screen: ReactNode, surroundings: Surroundings): string {
  const { query = '', state, isHandheld = false } = surroundings
  const search = query === '' ? '' : `?${query}`
  pretendBrowser({ pathname: path, search, isHandheld })
  takeMailLink()
  spoken.set({ tag, locale: tag })
  const markup = renderToStaticMarkup(
    <LanguageContext value={{ tag, locale: tag }}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[{ pathname: path, search, state }]}>{screen}</MemoryRouter>
      </QueryClientProvider>
    </LanguageContext>,
  )
  stopPretending()
  return withoutForms(markup)
}

/**
 * A form that is sent without a script would put the password into the address. The buttons do nothing yet: the keyboard
 * passes them by.
 */
function withoutForms(markup: string): string {
  return markup
    .replaceAll(/<form\b/g, '<div')
    .replaceAll('</form>', '</div>')
    .replaceAll(' noValidate=""', '')
    .replaceAll(' type="submit"', ' type="button"')
    .replaceAll(/<button (?![^>]*tabindex)/gi, '<button tabindex="-1" ')
}
