import { describe, expect, test } from 'vitest'
import { courseTexts } from '#contract/course-texts.ts'
import { dayPassTexts } from '#contract/day-pass-texts.ts'
import { deskTexts } from '#contract/desk-texts.ts'
import { ownPasskeyTexts } from '#contract/own-passkey-texts.ts'
import { rulingTexts } from '#contract/ruling-texts.ts'
import { screenTexts } from '#contract/screen-texts.ts'
import { sheetTexts } from '#contract/sheet-texts.ts'
import { texts } from '#contract/texts.ts'
import { hindi } from './hindi.ts'

/** Buttons whose name says more than is seen on them. Who speaks to a computer says what is seen. */

type Named = readonly [path: string, seen: unknown, name: string]

/** By their keys: 'renameNamed' is the name of the button on which 'rename' is seen. */
function listNamed(words: object, path: string): Named[] {
  const all = new Map<string, unknown>(Object.entries(words))
  return [...all].flatMap(([key, value]): Named[] => {
    const here = `${path}.${key}`
    const [, seen] = /^(\w+)Named$/.exec(key) ?? []
    if (seen !== undefined && typeof value === 'function')
      return [[here, all.get(`${seen}Now`) ?? all.get(seen), value('Asha', 'today')]]
    return typeof value === 'object' && value !== null ? listNamed(value, here) : []
  })
}

describe.each([
  ['en', { texts, courseTexts, dayPassTexts, deskTexts, ownPasskeyTexts, rulingTexts, screenTexts, sheetTexts }],
  ['hi', hindi],
])('in %s', (language, all) => {
  test.each(listNamed(all, language))('the name %s has in it what is seen', (_, seen, name) => {
    expect(typeof seen).toBe('string')
    expect(name).toContain(seen)
  })
})
