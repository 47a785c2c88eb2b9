import { canInstallDebianPackages, installDebianPackages } from './debian.mjs'
import { commandFolders, findCommand } from './executable.mjs'

/**
 * For the tests that cut the power of a volume. Without XFS they use ext4, or are skipped if nothing can be mounted.
 */
export function ensureXfs() {
  if (findCommand(['mkfs.xfs'], [...commandFolders(), '/usr/sbin', '/sbin']) !== undefined) return
  if (canInstallDebianPackages()) installDebianPackages(['xfsprogs'])
}
