// biome-ignore-all lint/style/noRestrictedImports: this runs in the build, not in the browser.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const list = '/language/hindi.ts'
const prefix = '\0hindi-'
/** Marks the copy of a file for one part. */
const mark = '?hindi-part='
/** Words, or the list of them. */
export const isHindi = (id: string): boolean => id.includes('.hi.ts') || id.endsWith(list) || id.startsWith(prefix)

/**
 * Hindi is fetched by those who read it, and with each part of the app what that part says: `x.hi.ts` for each `x.ts` that it
 * imports. `start`: below the root, what the page runs; its words stand with the list of the others. Each part has one file with a copy
 * of all that it says beyond those that fetch it: one request and one compression weigh less than files that parts share.
 */
export function hindiParts(start: string): Plugin {
  let root = ''
  /** What is fetched later, with its words. */
  let parts: ReadonlyMap<string, readonly string[]> = new Map()
  const saidBy = (importer: string) => [...findHindi(join(root, start), root), ...findHindi(importer, root)]
  const brings = (part: string, importer: string) => {
    const here = new Set(saidBy(importer))
    return findHindi(part, root).some((file) => !here.has(file))
  }
  const load = (words: readonly string[], copy = '') => words.map((file) => `import '${file}${copy}'\n`).join('')
  return {
    name: 'hindi-parts',
    apply: 'build',
    enforce: 'pre',
    configResolved: (config) => {
      root = config.root
    },
    buildStart: () => {
      const found = findParts(join(root, start), root, brings)
      parts = new Map(
        [...found].map(([part, importers]) => {
          const here = importers.map((importer) => new Set(saidBy(importer)))
          return [part, findHindi(part, root).filter((file) => !here.every((said) => said.has(file)))]
        }),
      )
    },
    resolveId: (id, importer) => {
      if (id.startsWith(prefix)) return id
      // What words take from other words is in the same copy.
      const [, part] = importer?.split(mark) ?? []
      return part !== undefined && id.endsWith('.hi.ts') && id.startsWith('.')
        ? `${join(dirname(importer ?? ''), id)}${mark}${part}`
        : undefined
    },
    load: (id) => {
      if (id.includes(mark)) return readFileSync(id.slice(0, id.indexOf(mark)), 'utf8')
      if (id.startsWith(prefix)) {
        const part = Number(id.slice(prefix.length))
        return { code: load([...parts.values()][part] ?? [], `${mark}${part}`), moduleSideEffects: true }
      }
      if (id !== root + list) return undefined
      const later = [...parts.keys()].map((_part, index) => `() => import('${prefix}${index}')`)
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

/** What is fetched later, by the file or by what it fetches, and brings words; with the files that fetch it. */
function findParts(
  start: string,
  root: string,
  brings: (part: string, importer: string) => boolean,
): Map<string, readonly string[]> {
  const searched = new Set<string>()
  const found = new Map<string, readonly string[]>()
  const search = (from: string) => {
    if (searched.has(from)) return
    searched.add(from)
    for (const file of findImports(from, root))
      for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(laterImport)) {
        const part = join(dirname(file), path)
        if (isHindi(part)) continue
        if (brings(part, file)) found.set(part, [...(found.get(part) ?? []), file])
        search(part)
      }
  }
  search(start)
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)))
}
