import { canInstallDebianPackages, installDebianPackages } from './debian.mjs'
import { commandFolders, findCommand } from './executable.mjs'

/** Makes the certificates of the tests with TLS. Without it these are skipped, with a line; in CI that is an error. */
export function ensureOpenssl() {
  if (findCommand(['openssl'], commandFolders()) !== undefined) return
  if (canInstallDebianPackages()) installDebianPackages(['openssl'])
}
