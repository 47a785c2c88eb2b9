import { join } from 'node:path'
import { defineConfig } from 'vite'
import { threads } from './threads.ts'

const project = join(import.meta.dirname, '../..')

/** The server and its packages in a few files: reading a thousand files takes longer than the rest of a start. */
export default defineConfig({
  root: project,
  publicDir: false,
  plugins: [threads()],
  ssr: {
    noExternal: true,
    // The first finds the binary of its platform by itself; the second makes a call that Node warns about outside
    // node_modules.
    external: ['@node-rs/argon2', 'web-push'],
  },
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist-server',
    emptyOutDir: true,
    assetsDir: '',
    target: 'node24',
    // The lines of an error in a log must be readable in the file.
    minify: false,
  },
})
