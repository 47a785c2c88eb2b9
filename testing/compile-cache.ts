import { join } from 'node:path'

/**
 * For the environment of programs that tests start from their sources: where they keep what they have stripped of its types
 * and compiled. The folder is that of server/launch.mjs, and a start takes half as long with it.
 */
export const compileCache = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/rollkey'),
} as const
