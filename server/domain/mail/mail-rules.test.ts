import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mailRules } from './mail-rules.ts'

const domain = join(import.meta.dirname, '..')
const server = join(domain, '..')
const sources = globSync('**/*.ts', { cwd: server }).filter((file) => !file.endsWith('.test.ts'))
const read = (file: string) => readFileSync(join(server, file), 'utf8')
const filesWith = (pattern: RegExp) => sources.filter((file) => pattern.test(read(file))).sort()

test('nothing is queued beside the function of its rule', () => {
  expect(filesWith(/outbox\.queue\(/)).toEqual([
    'domain/accounts/mailed-token.ts',
    'domain/mail/mail-at-once.ts',
    'domain/mail/notices.ts',
    'domain/mail/queue-due-notices.ts',
    // Notifications of the browser: no mail.
    'domain/receipts/queue-receipt.ts',
  ])
})

test('every caller that mails is in the list, with every mail that it queues', () => {
  const kinds = Object.keys(mailRules)
  const callers = filesWith(/\bawait (mailAtOnce|mailWhenQuiet|mailAnswer|queueToken)\(/).map((file) =>
    file.replace('domain/', ''),
  )
  const found = callers.flatMap((file) => {
    const text = read(`domain/${file}`)
    return kinds.filter((kind) => text.includes(`'${kind}'`)).map((kind) => `${kind}: ${file}`)
  })
  const listed = Object.entries(mailRules).flatMap(([kind, { callers: files }]) =>
    files.map((file) => `${kind}: ${file}`),
  )
  expect(found.sort()).toEqual(listed.sort())
})
