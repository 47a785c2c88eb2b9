// biome-ignore-all lint/style/noRestrictedImports: this runs in the build, not in the browser.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathPatterns } from '#contract/paths.ts'

export type ScreenOfTable = {
  readonly address: keyof typeof pathPatterns
  /** From web/, such as `app/student-screens.ts`. */
  readonly module: string
  /** It stands in the frame of an institute's pages. */
  readonly isFramed: boolean
}

/** The rows of `web/app/screens.ts`, read as text: the build and the sizes know no browser. */
export function readScreenTable(): ScreenOfTable[] {
  const table = readFileSync(join(import.meta.dirname, '../app/screens.ts'), 'utf8')
  const modules = new Map(
    [...table.matchAll(/const (\w+) = screensFrom[^(]*\(\s*\(\) => import\('([^']+)'\)/g)].map(
      ([, name = '', path = '']) => [name, path.startsWith('./') ? `app${path.slice(1)}` : path.slice(3)] as const,
    ),
  )
  return [...table.matchAll(/^ {2}row\('(\w+)', '\w+', (\w+), '\w+'(, [{o])?/gm)].map(
    ([, address = '', name = '', isFramed]) => {
      const module = modules.get(name)
      if (!(address in pathPatterns) || module === undefined) throw new Error(`screens.ts has no file for ${address}`)
      return { address: address as keyof typeof pathPatterns, module, isFramed: isFramed !== undefined }
    },
  )
}
