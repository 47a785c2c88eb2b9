import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The wire ends at the protocol: the rules of the domain use none of its words (docs/architecture.md). */

const root = join(import.meta.dirname, '..')
const wireWords =
  /\$(?:id|sequence|createdAt|updatedAt|permissions|collectionId|databaseId)\b|x-ratelimit|\("(?:user|label):|JSON\.parse|IncomingHttpHeaders|'fastify'/
/** A file and why it reads JSON. */
const exceptions = new Map([
  ['server/domain/passkeys/client-data.ts', 'an authenticator signs this JSON, and the rule checks what was signed'],
])

const sourcesIn = (folder: string) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).filter(
    (file) => !file.includes('.test.') && !file.includes('.spec.'),
  )
const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
const filesWith = (words: RegExp, files: readonly string[]) =>
  files.filter((file) => words.test(withoutComments(readFileSync(join(root, file), 'utf8'))))

test('no word of the wire is in the domain', () => {
  expect(filesWith(wireWords, sourcesIn('server/domain'))).toEqual([...exceptions.keys()])
})

test('a word of the wire would be found', () => {
  for (const word of ["{ $id: 'x' }", "'x-ratelimit-reset'", 'return `read("user:x")`', 'JSON.parse(text)']) {
    expect(wireWords.test(withoutComments(word))).toBe(true)
  }
  expect(wireWords.test(withoutComments('/** As JSON.parse does. */'))).toBe(false)
})

test('the prefixes of the calls are written once', () => {
  const product = ['contract', 'roster-files', 'server', 'web'].flatMap(sourcesIn)
  expect(filesWith(/['"`}](?:\/api)?\/v1\b/, [...product, 'vite.config.ts'])).toEqual(['contract/addresses.ts'])
})
