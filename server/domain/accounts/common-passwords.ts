import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { minPasswordLength } from '#contract/rules.ts'

// The list's file is read instead of imported: a module would keep the package's other dictionaries and the short
// entries in memory for good, and only about a megabyte of all that is needed.
const listFile = '@zxcvbn-ts/language-common/src/passwords.json'

let known: ReadonlySet<string> | undefined

/** True for the passwords that guessers try first, in any case. The list is read when first asked. */
export function isCommonPassword(password: string): boolean {
  known ??= readCommonPasswords()
  return known.has(password.normalize('NFC').toLowerCase())
}

/** Entries shorter than any allowed password are left out. */
function readCommonPasswords(): ReadonlySet<string> {
  const entries: string[] = JSON.parse(readFileSync(createRequire(import.meta.url).resolve(listFile), 'utf8'))
  return new Set(entries.filter((entry) => [...entry].length >= minPasswordLength).map((entry) => entry.toLowerCase()))
}
