// biome-ignore-all lint/style/noRestrictedImports: this runs in the build, not in the browser.
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, test, vi } from 'vitest'
import type { Label } from '#contract/identifiers.ts'
import { findLoginCategory, rememberCategory } from '../session/login-category.ts'
import { compileScript } from './page-scripts.ts'

afterEach(() => vi.unstubAllGlobals())

/** The tab that the login's page shows before the app's script is there. */
async function startShell(localStorage: object, search: string): Promise<Label> {
  let shown: Label = 'STD'
  class HTMLTemplateElement {}
  const shell = {
    replaceChildren: () => {
      shown = 'ORG'
    },
  }
  const getElementById = (id: string) => (id === 'shell' ? shell : new HTMLTemplateElement())
  const code = await compileScript(join(import.meta.dirname, '..'), 'screens/login/shell-start.ts')
  const page = {
    document: { getElementById },
    HTMLTemplateElement,
    localStorage,
    location: { search },
    URLSearchParams,
  }
  runInNewContext(code, page)
  return shown
}

test.each([
  ['STD', ''],
  ['ORG', ''],
  ['ORG', '?code=K7QF3M9T'],
] as const)('the login shows the same tab before and after its script is there: %s %s', async (category, search) => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  vi.stubGlobal('localStorage', storage)
  rememberCategory(category)
  const expected = search === '' ? category : 'STD'
  expect(findLoginCategory(null, search)).toBe(expected)
  expect(await startShell(storage, search)).toBe(expected)
})
