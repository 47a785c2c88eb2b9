import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { defaultLanguage } from '#contract/languages.ts'
import { openingPages } from '#contract/opening-pages.ts'
import { shellFileOf, shellPaths } from '#contract/shell-pages.ts'

/**
 * The scripts and styles that a browser loads before each screen is ready, in gzip, by route. Fails when a route
 * exceeds its budget. Reads the output of the last build; fonts are left out.
 */

const dist = join(import.meta.dirname, '..', 'dist')
const kilobyte = 1_000

/** Each page names all that its screen needs. The landing page's budget holds before interaction; it loads nothing later. */
const routes = [
  { name: 'landing page', page: 'index.html', scriptBudget: 30 * kilobyte },
  { name: 'landing page, Hindi', page: 'index.hi.html', scriptBudget: 30 * kilobyte },
  ...[
    ...shellPaths.map((path) => ({ name: path.slice(1), page: shellFileOf(path, defaultLanguage) })),
    ...Object.keys(openingPages).map((name) => ({ name, page: `${name}.html` })),
  ].map((route) => ({ ...route, scriptBudget: 192 * kilobyte })),
  // Its app is named in the page; all that it needs before a touch is in that file.
  { name: 'check-in', page: 'checkin.html', scriptBudget: 110 * kilobyte },
  { name: 'verify', page: 'verify.html', scriptBudget: 40 * kilobyte },
]
/** What a phone has run when it swaps the code: the scripts inside the page. */
const firstScriptBudget = 4 * kilobyte

function listFiles(page: string): Set<string> {
  const html = readFileSync(join(dist, page), 'utf8')
  return new Set(
    [...html.matchAll(/(?:src|href|data-app)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file ?? ''),
  )
}

function weigh(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + compress(readFileSync(join(dist, file))), 0)
}

/** Inline scripts and styles of the page. */
function weighInside(page: string, tag: 'script' | 'style'): number {
  const html = readFileSync(join(dist, page), 'utf8')
  const parts = [...html.matchAll(new RegExp(`<${tag}(?: type="module")?>(.*?)</${tag}>`, 'gs'))]
  return parts.length === 0 ? 0 : compress(parts.map(([, text]) => text).join('\n'))
}

function compress(content: string | Buffer): number {
  return gzipSync(content, { level: 9 }).length
}

const inKilobytes = (bytes: number): string => `${(bytes / kilobyte).toFixed(1)} kB`

const rows = routes.map(({ name, page, scriptBudget }) => {
  const files = [...listFiles(page)]
  const scripts = files.filter((file) => file.endsWith('.js'))
  return {
    name,
    scriptBudget,
    script: weigh(scripts) + weighInside(page, 'script'),
    style: weigh(files.filter((file) => file.endsWith('.css'))) + weighInside(page, 'style'),
    // With its inline scripts and styles.
    html: weigh([page]),
    requests: files.length + 1,
  }
})

console.table(
  Object.fromEntries(
    rows.map(({ name, script, scriptBudget, style, html, requests }) => [
      name,
      {
        script: inKilobytes(script),
        budget: inKilobytes(scriptBudget),
        style: inKilobytes(style),
        html: inKilobytes(html),
        requests,
      },
    ]),
  ),
)

const tooHeavy = rows.filter(({ script, scriptBudget }) => script > scriptBudget)
for (const { name, script, scriptBudget } of tooHeavy) {
  console.error(`${name}: ${inKilobytes(script)} of script, ${inKilobytes(scriptBudget)} allowed`)
}
const firstScript = weighInside('checkin.html', 'script')
console.log(`check-in, first script: ${inKilobytes(firstScript)} of ${inKilobytes(firstScriptBudget)}`)
if (firstScript > firstScriptBudget) console.error('check-in: its first script is too heavy')
if (tooHeavy.length > 0 || firstScript > firstScriptBudget) process.exitCode = 1
