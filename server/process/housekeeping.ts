type HousekeepingOptions = {
  readonly storage: Readonly<Record<'purgeExpired' | 'settleSessions', () => Promise<void>>>
  readonly removeUnverifiedAccounts: () => Promise<unknown>
  readonly removeDeletedAccounts: () => Promise<unknown>
  readonly log: { readonly error: (fields: object, message: string) => void }
  readonly intervalMs?: number
}

/**
 * Every hour, removes expired rows, accounts that were never verified, and those that are to be deleted, and settles the numbers of ended attendance
 * sessions. Its timer does not keep the process alive.
 */
export function startHousekeeping({
  storage,
  removeUnverifiedAccounts,
  removeDeletedAccounts,
  log,
  intervalMs = 60 * 60_000,
}: HousekeepingOptions): {
  stop: () => void
} {
  const timer = setInterval(() => {
    storage.purgeExpired().catch((error: unknown) => log.error({ err: error }, 'Expired rows could not be removed'))
    removeUnverifiedAccounts().catch((error: unknown) =>
      log.error({ err: error }, 'Accounts without a verified email could not be removed'),
    )
    removeDeletedAccounts().catch((error: unknown) => log.error({ err: error }, 'Accounts could not be deleted'))
    storage.settleSessions().catch((error: unknown) => log.error({ err: error }, 'Sessions could not be settled'))
  }, intervalMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
