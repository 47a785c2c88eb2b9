import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import type { PasswordHasher } from '#server/domain/ports.ts'
import { type BoundedQueue, createBoundedQueue } from '../../async/bounded-queue.ts'

export type Argon2Parameters = {
  readonly memoryKib: number
  readonly passes: number
  readonly lanes: number
}

type HasherOptions = {
  readonly parameters?: Argon2Parameters
  /** Hashes that are computed at once. */
  readonly concurrency?: number
  /** Hashes that may wait. */
  readonly capacity?: number
  /** Compares a PHC string with a password. By default the library does; a test also watches it. */
  readonly compare?: typeof verify
}

/** Rules §5.1. */
const defaultArgon2Parameters: Argon2Parameters = { memoryKib: 65_536, passes: 3, lanes: 1 }
const saltBytes = 16
const tagBytes = 32

/** Argon2id hashes as PHC strings. Passwords are normalised to NFC, and otherwise used unchanged. */
export function createArgon2Hasher(options: HasherOptions = {}): PasswordHasher & Pick<BoundedQueue, 'readLoad'> {
  const { parameters = defaultArgon2Parameters, concurrency = availableParallelism(), capacity = 64 } = options
  const { compare = verify } = options
  const { memoryKib, passes, lanes } = parameters
  const prefix = `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$`
  // Matches no password, and need not be computed: verifying against it takes the same time as any other.
  const dummy = `${prefix}${phcBase64(randomBytes(saltBytes))}$${phcBase64(randomBytes(tagBytes))}`
  const queue = createBoundedQueue(concurrency, capacity)
  return {
    hash: (password) =>
      queue.run(() =>
        // Argon2id and version 19 are the library's defaults; if they changed, isOutdated would notice.
        hash(password.normalize('NFC'), {
          memoryCost: memoryKib,
          timeCost: passes,
          parallelism: lanes,
          outputLen: tagBytes,
          salt: randomBytes(saltBytes),
        }),
      ),
    verify: (stored, password) =>
      queue.run(async () => {
        const isRight = await compare(stored ?? dummy, password.normalize('NFC'))
        return stored !== undefined && isRight
      }),
    readLoad: queue.readLoad,
    isOutdated: (stored) => !stored.startsWith(prefix),
  }
}

function phcBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
