import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * Programs choose by the reason of a refusal, never by its English sentence (protocol §10): otherwise a changed
 * sentence would change what they do, and no compiler would notice.
 */
const comparisons = [
  /\.message\b\s*[!=]==?/,
  /[!=]==?\s*[\w.?]+\.message\b/,
  /\.message\??\.(?:startsWith|endsWith|includes|match|toLowerCase|indexOf)\b/,
  /\.test\([\w.?]+\.message\)/,
  /(?:switch\s*\(|\.get\(|\.has\()[\w.?]+\.message\)/,
  /[!=]==?\s*(?:english|texts)\.\w/,
  /[!=]==?\s*sentenceOfReason\(/,
]

/** Comparisons of messages that are not of refusals. */
const exceptions: Readonly<Record<string, string>> = {
  'server/storage/engine-errors.ts': 'drivers have no codes for some outages',
  'server/protocol/http/parse-input.ts': 'puts the name of the field before a sentence that lacks it',
}

function findComparisons(text: string): string[] {
  return text.split('\n').filter((line) => comparisons.some((comparison) => comparison.test(line)))
}

test.each([
  "if (error.message === 'Please log in first.') return",
  'if (texts.stepUp.needed === error.message) return',
  'if (error.message !== english.stepUp.needed) return',
  'if (sentence === english.stepUp.needed) return',
  "if (problem.message.startsWith('Password must')) return",
  'const hindi = bySentence.get(error.message)',
])('a comparison is found: %s', (line) => {
  expect(findComparisons(line)).toEqual([line])
})

test('no source compares the sentence of a refusal', () => {
  const sources = globSync(['contract', 'roster-files', 'server', 'web'].map((room) => `${room}/**/*.{ts,tsx}`))
  const comparing = sources
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) => findComparisons(readFileSync(file, 'utf8')).length > 0)
  expect(new Set(comparing)).toEqual(new Set(Object.keys(exceptions)))
})
