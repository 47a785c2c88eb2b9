import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** The name of a thread's file as in the sources. */
export const threadFile = /new URL\('\.\/(\w[\w-]*-thread)\.ts', import\.meta\.url\)/g

/**
 * Builds the program of each thread of the server, and puts its name where the thread is started: all files are in one
 * folder.
 */
export function threads(): Plugin {
  return {
    name: 'threads',
    // It reads the sources as they are written.
    enforce: 'pre',
    transform(code, importer) {
      return code.replace(threadFile, (_, name: string) => {
        this.emitFile({ type: 'chunk', id: join(dirname(importer), `${name}.ts`), fileName: `${name}.js` })
        return `new URL('./${name}.js', import.meta.url)`
      })
    },
  }
}
