import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { forkServer } from './fork-server.ts'

test('a server that ends before it is ready ends the wait, with its exit code', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'rollkey.sqlite')
  const started = forkServer('http://localhost:8080', { file }, { env: { PORT: 'none' } })
  await expect(started).rejects.toThrow('exit code 1')
})
