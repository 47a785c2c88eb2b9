import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What a function of the thread that answers belongs to: the first that fits its name and its file. */
const parts: readonly (readonly [name: string, fits: RegExp])[] = [
  ['commits', /shared-commit/],
  ['statements', /storage\/sqlite/],
  ['queries and rows', /server\/storage|kysely/],
  ['messages to the thread that verifies', /postMessage|internal\/worker|adapters\/passkeys/],
  ['schemas', /zod/],
  ['hashes and random numbers', /internal\/crypto/],
  ['Fastify', /fastify|find-my-way|avvio|pino/],
  ['HTTP and sockets of Node', /writeUtf8String|node:(_http|net|events|internal\/(net|stream))/],
  ['the rules', /server\/domain|contract\//],
  ['calls and what they ask', /server\//],
]
const verifying = 'the thread that verifies'
const rest = 'all else: rubbish, timers, start'

type Profile = {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  }[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

/** Microseconds of each part, waits for disk and processor included, of the profiles that a server has left in the folder. */
export function readParts(folder: string): ReadonlyMap<string, number> {
  const spent = new Map([...parts.map(([name]) => name), verifying, rest].map((name) => [name, 0]))
  const sourceOf = readSources()
  for (const file of readdirSync(folder)) {
    const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile
    const isVerifying = nodes.some(({ callFrame }) => callFrame.url.endsWith('/assertion-thread.js'))
    const partOf = new Map(
      nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => {
        const place = `${functionName} ${sourceOf(url, lineNumber)}`
        const part = isVerifying ? verifying : (parts.find(([, fits]) => fits.test(place))?.[0] ?? rest)
        return [id, functionName === '(idle)' ? undefined : part]
      }),
    )
    samples.forEach((id, index) => {
      const part = partOf.get(id)
      if (part !== undefined) spent.set(part, (spent.get(part) ?? 0) + (timeDeltas[index] ?? 0))
    })
  }
  return spent
}

/** The module of which a built file has made a line: the build names each in a comment before it. */
function readSources(): (url: string, line: number) => string {
  const known = new Map<string, readonly string[]>()
  const read = (url: string): readonly string[] => {
    if (!url.startsWith('file:') || !existsSync(fileURLToPath(url))) return []
    let module = url
    return readFileSync(fileURLToPath(url), 'utf8')
      .split('\n')
      .map((line) => (module = /^\/\/(?:#region)? ?(\S+\.[cm]?[jt]s)$/.exec(line)?.[1] ?? module))
  }
  return (url, line) => {
    const lines = known.get(url) ?? read(url)
    known.set(url, lines)
    return lines[line] ?? url
  }
}
