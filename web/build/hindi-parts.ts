// biome-ignore-all lint/style/noRestrictedImports: this runs in the build, not in the browser.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const list = '/language/hindi.ts'
const prefix = '\0hindi-'
/** Words, or the list of them. */
export const isHindi = (id: string): boolean => id.endsWith('.hi.ts') || id.endsWith(list) || id.startsWith(prefix)

/**
 * Hindi is fetched by those who read it, and with each part of the app what that part says: `x.hi.ts` for each `x.ts` that it
 * imports. `start`: below the root, what the page runs; its words stand with the list of the others. What the same parts say is
 * one file of the build, so that no part fetches more than it says.
 */
export function hindiParts(start: string): Plugin {
  let root = ''
  /** What is fetched later, with the numbers of its files. */
  let parts: ReadonlyMap<string, readonly number[]> = new Map()
  let files: readonly (readonly string[])[] = []
  const brings = (part: string, importer: string) => {
    const here = new Set([...findHindi(join(root, start), root), ...findHindi(importer, root)])
    return findHindi(part, root).some((file) => !here.has(file))
  }
  const load = (words: readonly string[]) => words.map((file) => `import '${file}'\n`).join('')
  return {
    name: 'hindi-parts',
    apply: 'build',
    enforce: 'pre',
    configResolved: (config) => {
      root = config.root
    },
    buildStart: () => {
      const found = findParts(join(root, start), root, brings)
      const first = findHindi(join(root, start), root)
      const saidBy = new Map<string, string>()
      for (const part of found)
        for (const file of findHindi(part, root))
          if (!first.includes(file)) saidBy.set(file, `${saidBy.get(file) ?? ''} ${part}`)
      const together = Map.groupBy(saidBy.keys(), (file) => saidBy.get(file))
      files = [...together.values()]
      parts = new Map(
        found.map((part) => {
          const words = findHindi(part, root)
          return [part, [...files.keys()].filter((index) => files[index]?.some((file) => words.includes(file)))]
        }),
      )
    },
    resolveId: (id) => (id.startsWith(prefix) ? id : undefined),
    load: (id) => {
      if (id.startsWith(prefix))
        return { code: load(files[Number(id.slice(prefix.length))] ?? []), moduleSideEffects: true }
      if (id !== root + list) return undefined
      const later = [...parts.values()].map(
        (numbers) => `() => Promise.all([${numbers.map((index) => `import('${prefix}${index}')`)}])`,
      )
      const code = `${load(findHindi(join(root, start), root))}export const ofParts = [${later}]`
      return { code, moduleSideEffects: true }
    },
    transform: (code, id) => {
      if (!id.startsWith(`${root}/`) || !/\.tsx?$/.test(id) || isHindi(id)) return undefined
      const known = [...parts.keys()]
      const fetched = code.replaceAll(laterImport, (fetch, path) => {
        const part = join(dirname(id), path)
        return parts.has(part) && brings(part, id) ? `withWords(${fetch}, ${known.indexOf(part)})` : fetch
      })
      return fetched === code ? undefined : `import { withWords } from '${root}/language/language.ts'\n${fetched}`
    },
  }
}

const laterImport = /\bimport\('(\.[^']+)'\)/g
const foundHindi = new Map<string, readonly string[]>()

/** The Hindi beside what the file imports at once. */
function findHindi(file: string, root: string): readonly string[] {
  const known =
    foundHindi.get(file) ??
    [...findImports(file, root)].map((one) => one.replace(/\.tsx?$/, '.hi.ts')).filter((one) => existsSync(one))
  foundHindi.set(file, known)
  return known
}

/** The file, and those that it imports at once. */
function findImports(file: string, root: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !/\.tsx?$/.test(file)) return found
  found.add(file)
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(
    /^(?:import|export) (?!type\b)(?:[^'";]*? from )?'((?:\.|#contract\/|#roster-files\/)[^']*)'/gm,
  )) {
    findImports(path.startsWith('#') ? join(root, '..', path.slice(1)) : join(dirname(file), path), root, found)
  }
  return found
}

/** What is fetched later, by the file or by what it fetches, and brings words. */
function findParts(start: string, root: string, brings: (part: string, importer: string) => boolean): string[] {
  const searched = new Set<string>()
  const found = new Set<string>()
  const search = (from: string) => {
    if (searched.has(from)) return
    searched.add(from)
    for (const file of findImports(from, root))
      for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(laterImport)) {
        const part = join(dirname(file), path)
        if (isHindi(part)) continue
        if (brings(part, file)) found.add(part)
        search(part)
      }
  }
  search(start)
  return [...found].sort()
}
