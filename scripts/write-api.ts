import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeApiPage } from './api-page.ts'

/** `npm run api` writes docs/api.md. With `check`, part of `npm run lint`, it fails where the page is out of date. */
const page = join(import.meta.dirname, '../docs/api.md')
const wanted = makeApiPage()

if (process.argv[2] !== 'check') writeFileSync(page, wanted)
else if (readFileSync(page, 'utf8') !== wanted) {
  console.error('docs/api.md does not fit the lists of calls. Write it again with: npm run api')
  process.exitCode = 1
}
