import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/*
 * Starts main.ts with the work of earlier starts: stripped of its types and compiled. Without it, every start loads the
 * compiler that strips them, which takes longer and holds more memory than the rest of the program. In plain JavaScript, or
 * that compiler would be loaded for this file. Where the folder cannot be written, the start is only slower, and holds
 * more memory. systemd names a folder of its own (CacheDirectory of deploy/rollkey.service).
 */
enableCompileCache(process.env.CACHE_DIRECTORY ?? join(import.meta.dirname, '../node_modules/.cache/rollkey'))
await import('./main.ts')
