import { join } from 'node:path'

/**
 * For the environment of programs that tests start from their sources: the folder of their compiled code. It is the one
 * of server/launch.mjs, and halves the time of a start.
 */
export const compileCache = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/rollkey'),
} as const
