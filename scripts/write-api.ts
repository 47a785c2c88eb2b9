import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePages } from './made-pages.ts'

/** `npm run api` writes the pages that are made from the tables. With `check`, part of `npm run lint`, it fails where one is out of date. */
for (const [path, wanted] of makePages()) {
  const file = join(import.meta.dirname, '..', path)
  if (process.argv[2] !== 'check') writeFileSync(file, wanted)
  else if (readFileSync(file, 'utf8') !== wanted) {
    console.error(`${path} does not fit the tables of acts, limits and calls. Write it again with: npm run api`)
    process.exitCode = 1
  }
}
