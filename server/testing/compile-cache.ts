import { join } from 'node:path'

/**
 * For the environment of programs that tests start: where they keep what they have compiled. The folder is that of
 * server/launch.mjs, and a start takes half as long with it.
 */
export const compileCache = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/rollkey'),
} as const
