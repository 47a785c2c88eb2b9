import { type InstallationKeys, installationKeys, installationKeysPath } from '#contract/evidence.ts'

/**
 * The keys of the installation that this page came from. Undefined without a network, and in a copy of the page that was
 * saved.
 */
export async function fetchKeys(): Promise<InstallationKeys | undefined> {
  if (!location.protocol.startsWith('http')) return undefined
  try {
    const response = await fetch(installationKeysPath, { cache: 'no-store' })
    return installationKeys.safeParse(await response.json()).data
  } catch {
    // No network, or an answer of another machine on the way.
    return undefined
  }
}
