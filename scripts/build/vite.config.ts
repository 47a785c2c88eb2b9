import { join } from 'node:path'
import { defineConfig } from 'vite'
import { threads } from './threads.ts'

const project = join(import.meta.dirname, '../..')

/** The server and its packages in a few files: reading a thousand takes longer than all that a start does else. */
export default defineConfig({
  root: project,
  publicDir: false,
  plugins: [threads()],
  ssr: {
    noExternal: true,
    // The first finds the binary of its platform by itself; the second calls what Node warns of outside node_modules.
    external: ['@node-rs/argon2', 'web-push'],
  },
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist-server',
    emptyOutDir: true,
    assetsDir: '',
    target: 'node24',
    // What a log says of an error should be found again in the file.
    minify: false,
  },
})
