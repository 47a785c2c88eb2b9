import { replaceInstallationKey } from '../adapters/keys/claim-installation-key.ts'
import type { Config } from '../config/config.ts'
import { keyFileOf } from '../config/database-place.ts'
import type { OpenStorage } from '../storage/opened-storage.ts'

/**
 * Lets the database name the key of the key file from now on, also where it is not the one that was named: that key is
 * given up. Returns a sentence that says what was done. Throws StartError.
 */
export async function takeNewKey(config: Config, storage: OpenStorage): Promise<string> {
  const file = keyFileOf(config)
  const { id, isNew } = await replaceInstallationKey(storage, file)
  if (!isNew) return `The database names the installation key ${id} of ${file} already: nothing has changed.`
  return `The database names the installation key ${id} of ${file} from now on. Give all processes this file and start them again.`
}
