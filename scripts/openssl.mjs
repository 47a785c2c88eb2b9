import { canInstallDebianPackages, installDebianPackages } from './debian.mjs'
import { commandFolders, findCommand } from './executable.mjs'

/** Makes the certificates of the tests with TLS. Outside CI these are skipped without it, with a word. */
export function ensureOpenssl() {
  if (findCommand(['openssl'], commandFolders()) !== undefined) return
  if (canInstallDebianPackages()) installDebianPackages(['openssl'])
}
