// biome-ignore-all lint/style/noRestrictedImports: this runs in the build, not in the browser.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { runnerImport, transformWithOxc } from 'vite'
import type { Widened } from '#contract/languages.ts'
import type { receiptsTexts as english } from '#contract/receipts-texts.ts'
import type { DisputeTexts } from '../parts/receipts/dispute-texts.ts'

const source = 'service-worker/service-worker.ts'
/** They import nothing, so they can stand in the script. */
const before = ['../contract/repeated-hour.ts', '../contract/attendance-percent.ts']
/** At the root: a service worker controls the addresses beside and below its own. */
const fileName = 'service-worker.js'

/**
 * Builds the service worker as one script without imports, because not every browser accepts a module there. Its few
 * sentences in each language come first, how it writes the offset of a time, and the percentage.
 */
export function serviceWorkerScript(): Plugin {
  let root = ''
  const compile = async () => {
    const read = async (file: string) =>
      (await transformWithOxc(await readFile(join(root, file), 'utf8'), file, { sourcemap: false })).code
    const tools = (await Promise.all(before.map(read))).join('\n').replaceAll(/^export /gm, '')
    return `const words = ${JSON.stringify(await readWords(root))};\n${tools}\n${await read(source)}`
  }
  return {
    name: 'service-worker-script',
    configResolved: (config) => {
      root = config.root
    },
    configureServer: (server) => {
      server.middlewares.use((request, response, next) => {
        if (request.url !== `/${fileName}`) return next()
        compile().then((code) => {
          response.setHeader('content-type', 'text/javascript')
          response.end(code)
        }, next)
      })
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: await compile() })
    },
  }
}

/** Each sentence with placeholders in braces, which the service worker fills in. */
async function readWords(root: string): Promise<Record<string, object>> {
  const load = async <Module>(file: string) =>
    (await runnerImport<Module>(join(root, file), { root, configFile: false, logLevel: 'error' })).module
  type ReceiptsTexts = Widened<typeof english>
  const { receiptsTexts } = await load<{ receiptsTexts: ReceiptsTexts }>('../contract/receipts-texts.ts')
  const { hindiReceiptsTexts } = await load<{ hindiReceiptsTexts: ReceiptsTexts }>('../contract/receipts-texts.hi.ts')
  const { disputeTexts } = await load<{ disputeTexts: DisputeTexts }>('parts/receipts/dispute-texts.ts')
  const { hindiDisputeTexts } = await load<{ hindiDisputeTexts: DisputeTexts }>('parts/receipts/dispute-texts.hi.ts')
  const summarise = ({ summary }: ReceiptsTexts, example: number) =>
    summary('{total}', example, '{percentage}').replace(String(example), '{classes}')
  const describe = (receipts: ReceiptsTexts, { checkedInAt, inCourse }: DisputeTexts) => ({
    marked: receipts.markedAt('{institute}', '{time}'),
    summary: { one: summarise(receipts, 1), other: summarise(receipts, 2) },
    checkedIn: checkedInAt('{course}', '{time}'),
    inCourse: Object.fromEntries(Object.entries(inCourse).map(([state, say]) => [state, say('{session}')])),
    notMe: receipts.notMe,
  })
  return { en: describe(receiptsTexts, disputeTexts), hi: describe(hindiReceiptsTexts, hindiDisputeTexts) }
}
