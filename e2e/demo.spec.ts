import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { staffRoles } from '#contract/staff-rights.ts'
import { compileCache } from '#testing/compile-cache.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { onlyWhole } from './looks.ts'
import { password } from './staff-people.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

test(
  'each link of the demo makes a passkey in the browser that opens it, and leads to the role’s home',
  onlyWhole,
  async ({ browser }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'rollkey-demo-'))
    const { output, stop } = await startDemo(dataDir)
    for (const role of staffRoles) {
      const page = await browser.newPage({ locale: 'en-GB' })
      await addAuthenticator(page)
      await page.goto(new RegExp(`^ +${role} +(http.+)$`, 'm').exec(output)?.[1] ?? '')
      await page.getByLabel('Your name').fill('Kim Sung')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Join and add a passkey' }).click()
      await expect(page.getByRole('heading', { name: role === 'viewer' ? 'Reports' : 'Today', level: 1 })).toBeVisible()
      if (role !== 'viewer') await expect(page.getByText('Data Structures').first()).toBeVisible()
      await page.close()
    }
    await stop()
    await rm(dataDir, { recursive: true })
  },
)

/** Returns what it prints, once all of it is there. */
async function startDemo(dataDir: string) {
  const port = await findFreePort()
  const env = { PORT: String(port), PUBLIC_URL: `http://localhost:${port}`, DATA_DIR: dataDir, ...compileCache }
  const demo = spawn(process.execPath, [join(import.meta.dirname, '../demo/main.ts')], { env })
  const ended = once(demo, 'close')
  const ready = Promise.withResolvers<string>()
  let output = ''
  for (const stream of [demo.stdout, demo.stderr])
    stream.on('data', (chunk) => {
      output += chunk
      if (output.includes('Mail is not sent')) ready.resolve(output)
    })
  demo.once('close', () => ready.reject(new Error(output)))
  const stop = async () => {
    demo.kill()
    await ended
  }
  return { output: await ready.promise, stop }
}
