import { resolve } from 'node:path'
import { formatInstituteCode, normaliseInstituteCode } from '#contract/identifiers.ts'
import { replaceInstallationKey } from '../adapters/keys/claim-installation-key.ts'
import { systemRandom } from '../adapters/random/system-random.ts'
import { type Config, readConfig } from '../config/config.ts'
import { embeddedFile, keyFileOf } from '../config/database-location.ts'
import { StartError } from '../config/start-error.ts'
import { releasePasskey } from '../domain/passkeys/recovery-codes.ts'
import { fail } from '../process/fail.ts'
import { openDatabase } from '../storage/open-database.ts'
import type { OpenStorage } from '../storage/opened-storage.ts'
import type { Forgotten } from '../storage/upkeep/forget-secrets.ts'
import { backUp, refuseMissing } from './back-up.ts'
import { reportEvidence } from './check-evidence.ts'
import { importRoster, readImportArguments } from './import-roster.ts'
import { migrate } from './migrate.ts'
import { recountInstitute } from './recount.ts'
import { restore } from './restore.ts'

/** Commands for operators with access to the machine. They read the same environment as the server. */
type Command = {
  /** The arguments after the command's name, as the usage line shows them. One in brackets may be left out; '…' is any number. */
  readonly takes: readonly string[]
  readonly run: (config: Config, args: readonly string[]) => Promise<string>
}

const commands: Readonly<Record<string, Command>> = {
  backup: {
    takes: ['FILE'],
    async run(config, [file = '']) {
      await backUp(readEmbeddedFile(config), resolve(file))
      return `The database is copied to ${resolve(file)}, and the copy is sound.`
    },
  },
  restore: {
    takes: ['FILE'],
    async run(config, [file = '']) {
      const forgotten = await restore(resolve(file), readEmbeddedFile(config))
      return `${resolve(file)} is restored to ${embeddedFile(config)}; ${describeForgotten(forgotten)}`
    },
  },
  migrate: { takes: [], run: migrate },
  'forget-secrets': {
    takes: [],
    async run(config) {
      const storage = await openExisting(config)
      try {
        return describeForgotten(await storage.forgetSecrets())
      } finally {
        await storage.close()
      }
    },
  },
  'new-key': {
    takes: [],
    async run(config) {
      const storage = await openExisting(config)
      try {
        return await takeNewKey(config, storage)
      } finally {
        await storage.close()
      }
    },
  },
  import: {
    takes: ['CODE', 'FILE', '[OPTION…]'],
    async run(config, args) {
      const { code, place, options } = readImportArguments(args)
      const storage = await openExisting(config)
      try {
        const { text, exitCode } = await importRoster({ storage, random: systemRandom }, code, place, options)
        process.exitCode = exitCode
        return text
      } finally {
        await storage.close()
      }
    },
  },
  recount: {
    takes: ['CODE', '[--apply]'],
    async run(config, [code = '', option]) {
      const storage = await openExisting(config)
      try {
        return await recountInstitute({ storage }, code, option)
      } finally {
        await storage.close()
      }
    },
  },
  'check-evidence': {
    takes: ['FILE', '[KEYS]'],
    async run(_config, [file = '', keys]) {
      const { text, isSound } = await reportEvidence(resolve(file), keys === undefined ? undefined : resolve(keys))
      process.exitCode = isSound ? 0 : 1
      return text
    },
  },
  'release-passkey': {
    takes: ['CODE'],
    async run(config, [typed = '']) {
      const storage = await openExisting(config)
      try {
        const id = normaliseInstituteCode(typed)
        const released = await releasePasskey({ storage, random: systemRandom }, id)
        if (!released) throw new StartError(`There is no organisation ${formatInstituteCode(id)} with a passkey.`)
        const { code, name, expiresAt } = released
        return `Recovery code of ${JSON.stringify(name)}: ${code}, for one login until ${new Date(expiresAt).toISOString()}.`
      } finally {
        await storage.close()
      }
    },
  },
}

function describeForgotten({ rows, heldMails }: Forgotten): string {
  const forgotten = `${rows} rows of sessions, ceremonies and tokens are forgotten; all users must log in again.`
  if (heldMails.length === 0) return forgotten
  const lines = heldMails.map(({ kind, recipient, queuedAt }) =>
    [new Date(queuedAt).toISOString(), kind, recipient].join(' '),
  )
  return [forgotten, 'These mails may have been sent already and are held back:', ...lines].join('\n')
}

/** Throws StartError when there is no database: a new, empty one would make the command look successful. */
async function openExisting(config: Config): Promise<OpenStorage> {
  if (config.databaseUrl === undefined) refuseMissing(embeddedFile(config))
  return openDatabase(config)
}

function readEmbeddedFile(config: Config): string {
  if (config.databaseUrl === undefined) return embeddedFile(config)
  throw new StartError('DATABASE_URL is set: back PostgreSQL up with its own tools (docs/operation.md).')
}

function accepts({ takes }: Command, given: number): boolean {
  const optional = takes.filter((one) => one.startsWith('['))
  const most = takes.some((one) => one.includes('…')) ? Number.POSITIVE_INFINITY : takes.length
  return given <= most && given >= takes.length - optional.length
}

async function main([name = '', ...args]: readonly string[]): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined || !accepts(command, args.length)) {
    const usages = Object.entries(commands).map(([one, { takes }]) => ['npm run operator --', one, ...takes].join(' '))
    throw new StartError(`Call it as one of: ${usages.join('; ')}.`)
  }
  const done = await command.run(readConfig(process.env), args)
  process.stdout.write(`${done}\n`)
}

main(process.argv.slice(2)).catch(fail)

/**
 * Lets the database name the key of the key file from now on, also where it is not the one that was named: that key is
 * given up. Returns a sentence that says what was done. Throws StartError.
 */
async function takeNewKey(config: Config, storage: OpenStorage): Promise<string> {
  const file = keyFileOf(config)
  const { id, isNew } = await replaceInstallationKey(storage, file)
  if (!isNew) return `The database names the installation key ${id} of ${file} already: nothing has changed.`
  return `The database names the installation key ${id} of ${file} from now on. Give all processes this file and start them again.`
}
