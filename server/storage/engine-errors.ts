import { factsOf, messageOf } from '../domain/error-facts.ts'

/** The one place that knows the errors of each engine. */

/**
 * PostgreSQL: deadlock, serialisation failure, an outdated plan, or a reference to a row that was read and has been
 * removed meanwhile. The transaction had no effect and can be run again unchanged.
 */
export function isRetryable(error: unknown): boolean {
  const { code } = factsOf(error)
  return code === '40001' || code === '40P01' || code === '23503' || isOutdatedPlan(error)
}

/**
 * PostgreSQL: a table has changed since the statement was planned. The server uses nothing else that gives this error.
 */
export function isOutdatedPlan(error: unknown): boolean {
  return factsOf(error).code === '0A000'
}

/** PostgreSQL: the engine does not know the name, because the query that should have given it failed. */
export function isUnknownStatement(error: unknown): boolean {
  return factsOf(error).code === '26000'
}

/** PostgreSQL: the transaction did not get its locks in time, or gave way to another one. It had no effect. */
export function isLockedOut(error: unknown): boolean {
  const { code } = factsOf(error)
  return code === '55P03' || code === '40P01'
}

/** Another row has that value already. On PostgreSQL the whole transaction fails with it. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = factsOf(error)
  return code === '23505' || errcode === 2067 || errcode === 1555
}

// node:sqlite puts SQLite's extended result code in `errcode`; its low byte is the primary code.
const sqliteOutages = new Set([5 /* busy */, 6 /* locked */, 10 /* I/O error */, 13 /* full */, 14 /* cannot open */])
// The last two: in container networks, a stopped container has no name.
const networkOutages =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
// 08: connection; 53: out of resources; 57P0x: shutting down or starting; 57014: statement timeout; 55P03: lock timeout;
// 25P0x: idle too long; 25006: a standby, which writes nothing; 42P01: a table is missing while the database is restored.
// 40001, 40P01: others were in the way at every try.
const postgresqlOutages = /^(08|53|57P0|57014|55P03|25P0[34]|25006|42P01|40001|40P01)/

// 08: connection; 57P0x: shutting down or starting; 25006: it has become a standby.
const lostServers = /^(08|57P0|25006)/
const lostConnections = /^(ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH)$/

/** PostgreSQL: true when no other connection that leads to the same server can be trusted either. */
export function isServerGone(error: unknown): boolean {
  const { code } = factsOf(error)
  if (typeof code === 'string') return lostConnections.test(code) || lostServers.test(code)
  return error instanceof Error && driverOutages.test(error.message)
}

/** A commit that stands on one machine only, because its wait for the standby was cancelled: whether it lasts is not known. */
export class UnreplicatedCommit extends Error {
  constructor() {
    super('The commit did not reach the standby: its wait was cancelled')
  }
}

/** A database that takes no write: a standby, or one that was made read-only. */
export class ReadOnlyDatabase extends Error {
  constructor() {
    super('it is a standby or read-only')
  }
}

const sqliteRefusals = new Set([8 /* read-only */, 14 /* cannot open */])

/** True when this process's user may not open or write the files of the embedded engine, or their folder. */
export function isAccessRefusal(error: unknown): boolean {
  const { code, errcode } = factsOf(error)
  if (typeof errcode === 'number') return sqliteRefusals.has(errcode & 0xff)
  return code === 'EACCES' || code === 'EPERM' || code === 'EROFS'
}

// Messages of the driver that have no code.
const driverOutages =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable|Query read timeout/

/** True when the database is not available now; the request itself is valid. */
export function isDatabaseOutage(error: unknown): boolean {
  const { code, errcode } = factsOf(error)
  if (typeof errcode === 'number') return sqliteOutages.has(errcode & 0xff)
  if (typeof code === 'string') return networkOutages.test(code) || postgresqlOutages.test(code)
  if (error instanceof UnreplicatedCommit || error instanceof ReadOnlyDatabase) return true
  return error instanceof Error && driverOutages.test(error.message)
}

// With SCRAM the driver itself refuses to begin; a plain-text password is refused by PostgreSQL.
const missingPassword = /client password must be a|empty password returned by client/

/**
 * The reason for the operator who set the database up: the engine's message, or a clearer one when that message is only
 * about the protocol.
 */
export function describeEngineReason(error: unknown): string {
  const reason = messageOf(error)
  return missingPassword.test(reason)
    ? 'it asks for a password, and its address has none (postgresql://user:password@host:port/database).'
    : reason
}
