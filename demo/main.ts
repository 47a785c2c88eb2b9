import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReceivedMail } from '#server/adapters/mail/received-mail.ts'
import { ConfigError, readConfig } from '#server/config/config.ts'
import { embeddedFile } from '#server/config/database-location.ts'
import { fail } from '#server/process/fail.ts'
import { startServer } from '#server/start.ts'
import { toStartError } from '#server/storage/open-database.ts'
import { lockDataFolder, makeDataFolder } from '#server/storage/sqlite/data-folder.ts'
import { invited } from './course-plans.ts'
import { fillDatabase } from './fill-database.ts'
import { giveCourses } from './give-courses.ts'

/**
 * `npm run demo`: an institute with a term behind it, created again each time, in its own folder (DATA_DIR, by default
 * data/demo). A folder with other contents is left alone.
 */
const marker = '.rollkey-demo'

async function main(): Promise<void> {
  if (process.env.DATABASE_URL) throw new ConfigError('The demo fills an embedded database: leave DATABASE_URL out.')
  const config = readConfig({ ...process.env, DATA_DIR: process.env.DATA_DIR || join('data', 'demo') })
  if (config.environment === 'production')
    throw new ConfigError('The demo is not for production: its passwords are known.')
  makeEmpty(config.dataDir)
  const begin = performance.now()
  const { logins, colleagues } = await fillDatabase({ file: embeddedFile(config) }, config.origin)
  print(`Filled ${config.dataDir} in ${((performance.now() - begin) / 1_000).toFixed(1)} s`)
  const server = await startServer(config, { print })
  giveCourses(server.storage, colleagues)
  await server.mailWorker.finish()
  print(`\nRollkey’s demo is ready: open ${config.origin}/login\n`)
  for (const { who, email, password } of Object.values(logins))
    print(`  ${who.padEnd(44)}${email.padEnd(32)}${password}`)
  print('\nEach of these links invites a person, who makes the passkey in the browser that opens it:\n')
  const links = await readLinks(server.mailboxUrl)
  for (const [role, email] of Object.entries(invited)) print(`  ${role.padEnd(12)}${links.get(email) ?? email}`)
  if (server.mailboxUrl) print(`\nMail is not sent but kept at ${server.mailboxUrl}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void server.close().then(() => process.exit(0)))
  }
}

/** The newest link that was mailed to each address. */
async function readLinks(mailbox: string | undefined): Promise<ReadonlyMap<string, string>> {
  if (mailbox === undefined) return new Map()
  const { mails } = (await (await fetch(`${mailbox}.json`)).json()) as { readonly mails: readonly ReceivedMail[] }
  return new Map(mails.toReversed().map(({ to, links }) => [to.address, links[0] ?? '']))
}

/** Throws when the folder holds other data, or a demo runs on it. */
function makeEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(join(folder, marker))) {
    throw new ConfigError(`${folder} holds other data. The demo needs an empty folder: set DATA_DIR to one.`)
  }
  try {
    makeDataFolder(folder)
    lockDataFolder(folder)()
  } catch (cause) {
    throw toStartError('The demo could not be created', cause)
  }
  rmSync(folder, { recursive: true })
  makeDataFolder(folder)
  writeFileSync(join(folder, marker), 'Made by npm run demo, which empties this folder at each start.\n')
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

main().catch(fail)
