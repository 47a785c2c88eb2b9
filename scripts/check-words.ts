import { globSync, readFileSync } from 'node:fs'
import { basename, join, sep } from 'node:path'

/**
 * Part of `npm run lint`: words that make a sentence a riddle, in comments, test titles, texts and pages. A sentence
 * names who does what: 'the server', 'the student'.
 */

export type WordFinding = { readonly file: string; readonly line: number; readonly message: string }

/** Each riddle with what to write instead. A word counts where a space or punctuation shows that it is in a sentence. */
const riddles: readonly (readonly [RegExp, string])[] = [
  [/\bnobody\b/gi, 'no one, or name whom: no student, no caller'],
  [/\b(?:some|any)body\b/gi, 'a person, another user, anyone'],
  [/\beverybody\b/gi, 'all users, every caller'],
  [/\bwho(?:m)?ever\b/gi, 'name whom: the caller, the owner'],
  [/\banew\b/gi, 'again, from the start'],
  [/\bwhat (?:is|was) told\b|\b(?:is|are|was) told of\b|\btells? of\b/gi, 'gets a mail, shows, is published, records'],
  [/\bworth nothing\b|\bcounts? for nothing any more\b/gi, 'does not work'],
  [/\bhangs? on (?:it|them|the account)\b/gi, 'depends on, has'],
]
/** Text before and after a word that is part of a name, an address or a value: `nobody@example.org`, 'nobody'. */
const nameBefore = /[\w@$/-]$/
const nameAfter = /^(?:[\w@$/&-]|\.\w)/
const readFiles = /\.(?:ts|tsx|mjs|md|css|sql|yaml|conf|html)$/
/** They name the riddles themselves. */
const exceptions = ['scripts/check-words.ts', 'scripts/check-words.test.ts']

/** Every riddle in the text of one file, by line. */
export function checkWords(file: string, text: string): WordFinding[] {
  return riddles.flatMap(([riddle, instead]) =>
    [...text.matchAll(riddle)].flatMap(({ 0: word, index }) => {
      const before = text.slice(Math.max(0, index - 1), index)
      const after = text.slice(index + word.length, index + word.length + 2)
      const isValue = /['"`]$/.test(before) && /^['"`]/.test(after)
      if (isValue || nameBefore.test(before) || nameAfter.test(after)) return []
      const line = text.slice(0, index).split('\n').length
      return [{ file, line, message: `'${word}' makes the reader guess: ${instead}` }]
    }),
  )
}

function listFiles(root: string): string[] {
  const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n')
  const names = new Set(['.git', ...ignored.map((name) => name.replace(/\/$/, ''))])
  return globSync('**/*.*', { cwd: root, exclude: (path) => names.has(basename(path)) })
    .map((file) => file.replaceAll(sep, '/'))
    .filter((file) => readFiles.test(file) && !exceptions.includes(file))
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const findings = listFiles(root).flatMap((file) => checkWords(file, readFileSync(join(root, file), 'utf8')))
  for (const { file, line, message } of findings) console.error(`${file}:${line}: ${message}`)
  if (findings.length > 0) process.exitCode = 1
}
