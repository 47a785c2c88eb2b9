// biome-ignore-all lint/style/noRestrictedImports: this runs in the build, not in the browser.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /^assets\/.*\.(js|css|svg)$/
const compressWithBrotli = promisify(brotliCompress)
const compressWithGzip = promisify(gzip)

/**
 * Writes a .br and a .gz beside every script and stylesheet, at the highest compression, so that the server compresses
 * nothing per request.
 */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle: async ({ dir }, bundle) => {
      if (dir === undefined) return
      const files = Object.keys(bundle).filter((file) => compressible.test(file))
      await Promise.all(files.map((file) => compressFile(join(dir, file))))
    },
  }
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file)
  const [brotli, gz] = await Promise.all([
    compressWithBrotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    compressWithGzip(content, { level: constants.Z_BEST_COMPRESSION }),
  ])
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gz)])
}
