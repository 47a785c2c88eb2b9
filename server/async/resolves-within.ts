/** True when the work is done in time, false when it still runs after `ms` milliseconds. Throws what it throws. */
export async function resolvesWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), ms)
  try {
    return await Promise.race([work.then(() => true), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
