import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { threadFile } from '../scripts/build/threads.ts'
import { builtProgram } from './built-program.ts'

/** For tests whose server runs in their own process: its threads are built, too. There is one for each exported file. */
export function builtThreads(): Plugin {
  return {
    name: 'built-threads',
    enforce: 'pre',
    transform(code) {
      if (code.search(threadFile) < 0) return undefined
      const folder = dirname(builtProgram('main'))
      return code.replace(threadFile, (_, name: string) => `new URL('${pathToFileURL(join(folder, `${name}.js`))}')`)
    },
  }
}
