import { dirname } from 'node:path'
import { Kysely } from 'kysely'
import type { Stores } from '../../domain/ports.ts'
import { createChangeEmitter } from '../change-emitter.ts'
import { databaseClock } from '../database-clock.ts'
import type { Execute, Handle } from '../handle.ts'
import type { OpenStorage } from '../opened-storage.ts'
import { probeSqlite } from '../probe-write.ts'
import type { Schema } from '../schema.ts'
import { type AuditTransaction, auditChainStore } from '../stores/audit-chain-store.ts'
import { readOutboxDepth } from '../stores/outbox-depth.ts'
import { readOrCreateSetting } from '../stores/setting-store.ts'
import { makeStores } from '../stores.ts'
import { forgetSecrets } from '../upkeep/forget-secrets.ts'
import { migrateToLatest, type Upgrade } from '../upkeep/migrate.ts'
import { purgeExpired } from '../upkeep/purge-expired.ts'
import { settleSessions } from '../upkeep/settle-sessions.ts'
import { lockDataFolder, makeDataFolder } from './data-folder.ts'
import { EmbeddedDialect, MigrationDialect } from './embedded-dialect.ts'
import { type NodeSqlite, openNodeSqlite } from './node-sqlite.ts'
import { refuseOpenFiles } from './private-files.ts'
import { createSharedCommit, type Durability } from './shared-commit.ts'
import { startSqliteReader } from './sqlite-reader.ts'

type SqliteOptions = {
  readonly file: string
  readonly clockOffset: () => number
  readonly onMailQueued: () => void
  readonly isServer: boolean
  readonly upgrade: Upgrade
}

/** Opens the embedded engine: one file, one server. */
export async function openSqlite(options: SqliteOptions): Promise<OpenStorage> {
  const { file, clockOffset, onMailQueued, isServer } = options
  makeDataFolder(dirname(file))
  refuseOpenFiles(file)
  const unlock = isServer ? lockDataFolder(dirname(file)) : () => undefined
  const sqlite = await openUpToDate(file, options.upgrade).catch((error: unknown) => {
    unlock()
    throw error
  })
  const emitter = createChangeEmitter()
  const commits = createSharedCommit(sqlite)
  const outside = placeOn(sqlite, async (query) => {
    for (let busy = commits.busy(); busy; busy = commits.busy()) await busy
    return sqlite.execute(query)
  })
  const clock = databaseClock('sqlite', clockOffset)
  const handle: Handle = {
    ...outside,
    engine: 'sqlite',
    clock,
    publish: async (...changes) => changes.forEach(emitter.emit),
    wakeMailWorker: onMailQueued,
  }
  const inside = placeOn(sqlite, async (query) => {
    if (!sqlite.raw.isTransaction) throw new Error('this transaction has ended')
    return sqlite.execute(query)
  })

  // Transactions run one by one, so they can share the same stores.
  let afterCommit = new Set<() => void>()
  const storesInside = makeStores({
    ...handle,
    ...inside,
    publish: async (...changes) => void afterCommit.add(() => changes.forEach(emitter.emit)),
    wakeMailWorker: () => void afterCommit.add(onMailQueued),
  })

  async function transact<T>(durability: Durability, work: (stores: Stores) => Promise<T>): Promise<T> {
    const own = new Set<() => void>()
    const result = await commits.transact(durability, () => {
      afterCommit = own
      return work(storesInside)
    })
    for (const act of own) act()
    return result
  }

  const inTransaction: AuditTransaction = (work) => commits.transact('full', () => work({ ...handle, ...inside }))
  const reader = startSqliteReader(file)
  return {
    engine: 'sqlite',
    ...makeStores(handle),
    transaction: (work) => transact('full', work),
    briefTransaction: (work) => transact('brief', work),
    changeFeed: emitter,
    sharedCounters: undefined,
    secret: (name, create) => readOrCreateSetting(handle, name, create),
    purgeExpired: (evidenceDays) => purgeExpired(handle, inTransaction, evidenceDays),
    forgetSecrets: () => forgetSecrets(handle),
    probeWrite: () => commits.transact('full', () => probeSqlite({ ...handle, ...inside })),
    readOutboxDepth: () => readOutboxDepth(handle),
    settleSessions: () => settleSessions(handle, inTransaction),
    reports: reader.store,
    ...reader.live,
    auditChain: auditChainStore(handle, inTransaction),
    readPoolUse: undefined,
    readReplication: undefined,
    async close() {
      await reader.close()
      await commits.finish()
      sqlite.close()
      unlock()
    },
  }
}

async function openUpToDate(file: string, upgrade: Upgrade): Promise<NodeSqlite> {
  const sqlite = openNodeSqlite(file)
  try {
    // A table that is rebuilt is away for a moment; SQLite can switch this only outside a transaction.
    sqlite.raw.exec('pragma foreign_keys = off')
    await migrateToLatest(new Kysely({ dialect: new MigrationDialect({ database: sqlite }) }), 'sqlite', upgrade)
    sqlite.raw.exec('pragma foreign_keys = on')
    return sqlite
  } catch (error) {
    sqlite.close()
    throw error
  }
}

function placeOn(sqlite: NodeSqlite, execute: Execute): Pick<Handle, 'db' | 'execute'> {
  return { execute, db: new Kysely<Schema>({ dialect: new EmbeddedDialect(sqlite, execute) }) }
}
