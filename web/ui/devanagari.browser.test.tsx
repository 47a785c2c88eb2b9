import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { languageNames } from '#contract/languages.ts'
import { showPart } from '../testing/show-part.tsx'
import { LanguageSwitch, PageHeading } from './index.ts'

/** A computer without a Devanagari font of its own, whatever this one has. */
beforeEach(() => document.documentElement.style.setProperty('--system-devanagari', '"No Such Font"'))
afterEach(() => document.documentElement.style.removeProperty('--system-devanagari'))

/** The faces of ours with Devanagari that this page has loaded, with their weights. */
async function listLoaded(): Promise<string[]> {
  await document.fonts.ready
  const ours = [...document.fonts].filter(({ family }) => family.includes('Rollkey'))
  expect(ours).toHaveLength(3)
  return ours
    .filter(({ status }) => status !== 'unloaded')
    .map(({ family, weight, status }) => `${family.replaceAll('"', '')} ${weight} ${status}`)
}

const word = 'Rollkey Hindi 100 900 loaded'

test('an English screen loads the one word of its switch', async () => {
  // Tests before this one may have shown Hindi in the same page.
  const before = new Set(await listLoaded())
  before.delete(word)
  showPart(<LanguageSwitch />)
  await expect.element(page.getByRole('button', { name: languageNames.hi })).toBeVisible()
  await expect.poll(async () => (await listLoaded()).filter((face) => !before.has(face))).toEqual([word])
})

test('Hindi is drawn in faces of ours where the computer has none', async () => {
  showPart(
    <div lang="hi">
      <PageHeading>उपस्थिति</PageHeading>
      <p>आपकी कक्षा चल रही है।</p>
    </div>,
  )
  await expect
    .poll(listLoaded)
    .toEqual(expect.arrayContaining(['Rollkey Devanagari 100 520 loaded', 'Rollkey Devanagari 521 900 loaded']))
})
