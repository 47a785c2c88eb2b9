import { formatInstituteCode } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import { usualPlace } from '../client/passkey-place.ts'
import { readJoinCode } from '../session/join-code.ts'
import { findLoginCategory, rememberCategory } from '../session/login-category.ts'
import { readLinkTrace } from '../session/mail-link.ts'
import { codeInShell, type ShellVariant } from './shell-variants.ts'

/**
 * Stands in a page below its shell, and runs before the first paint: what this person will see takes the place of what
 * most people see.
 */
const shell = document.getElementById('shell')
const query = new URLSearchParams(location.search)
const code = readJoinCode(query)
const variant = findVariant()
const template = document.getElementById(`shell-${variant}`)
if (shell !== null) {
  if (template instanceof HTMLTemplateElement) shell.replaceChildren(template.content)
  if (variant === 'code') fillInCode(shell)
  leadOn(shell)
}

function findVariant(): ShellVariant | undefined {
  switch (location.pathname) {
    case paths.login:
      return findLoginCategory(history.state?.usr, location.search) === 'ORG' ? 'organisation' : undefined
    case paths.register:
      return code === '' ? undefined : 'code'
    case paths.recoverPassword:
      return query.get('category') === 'ORG' ? 'organisation' : undefined
    case paths.newPassword:
    case paths.join:
      return window.rollkeyMailLink ? undefined : 'no-link'
    case paths.replacePasskey:
      if (!window.rollkeyMailLink) return 'no-link'
      return usualPlace('STD') === 'phone' ? 'desk' : undefined
    default:
      return undefined
  }
}

/** Into the field, and onto the cover. */
function fillInCode(place: HTMLElement): void {
  const field = place.querySelector<HTMLInputElement>('input[name="instituteCode"]')
  if (field !== null) field.value = code
  for (const line of place.querySelectorAll('dd'))
    if (line.textContent === formatInstituteCode(codeInShell)) line.textContent = code
}

/** What the app's links know besides their address: the institute's code, and the tab of the login or kind of the account. */
function leadOn(place: HTMLElement): void {
  for (const link of place.querySelectorAll('a')) {
    if (code !== '' && (link.pathname === paths.login || link.pathname === paths.register))
      link.search = location.search
    if (link.pathname === paths.recoverPassword && readLinkTrace().label === 'ORG') link.search = '?category=ORG'
    if (link.pathname === paths.login)
      link.addEventListener('click', () => rememberCategory(variant === 'organisation' ? 'ORG' : 'STD'))
  }
}
