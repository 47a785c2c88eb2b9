import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { defaultLanguage } from '#contract/languages.ts'
import { openingPageOf, openingPages } from '#contract/opening-pages.ts'
import { pathPatterns } from '#contract/paths.ts'
import { shellFileOf, shellPaths } from '#contract/shell-pages.ts'
import { readScreenTable } from '../web/build/screen-table.ts'

/**
 * The scripts and styles that a browser loads before each screen is ready, in gzip, by route. Fails when a route
 * exceeds its budget. Reads the output of the last build; fonts are left out.
 */

const dist = join(import.meta.dirname, '..', 'dist')
const kilobyte = 1_000

/** They do without what a student's first page does not show, or without what only institutes need. */
const ofStudents = ['student', 'studentDashboard', 'organisationDetail']
const withoutInstitutes = ['login', 'register', 'ownData']
const budgetOf = (name: string) =>
  (ofStudents.includes(name) ? 150 : withoutInstitutes.includes(name) ? 163 : 189) * kilobyte
/** Each page names all that its screen needs. The landing page's budget holds before interaction; it loads nothing later. */
const routes = [
  { name: 'landing page', page: 'index.html', scriptBudget: 30 * kilobyte },
  { name: 'landing page, Hindi', page: 'index.hi.html', scriptBudget: 30 * kilobyte },
  ...[
    ...shellPaths.map((path) => ({ name: path.slice(1), page: shellFileOf(path, defaultLanguage) })),
    ...openingPages.map((name) => ({ name, page: `${name}.html` })),
  ].map((route) => ({ ...route, scriptBudget: budgetOf(route.name) })),
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

const hindiBudget = 20 * kilobyte
const hindiBudgetOfStudents = 8 * kilobyte

const built = readdirSync(join(dist, 'assets')).filter((file) => file.endsWith('.js'))
const codeOf = new Map(built.map((file) => [file, readFileSync(join(dist, 'assets', file), 'utf8')]))

/** The files with all that they import at once. */
function withImports(files: Iterable<string>, found = new Set<string>()): Set<string> {
  for (const file of files) {
    const code = codeOf.get(file)
    if (code === undefined || found.has(file)) continue
    found.add(file)
    withImports(
      [...code.matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(([, name = '']) => name),
      found,
    )
  }
  return found
}

function findBuilt(name: string): string {
  const file = built.find((one) => one.startsWith(`${name}-`) && one.length === `${name}-12345678.js`.length)
  if (file === undefined) throw new Error(`the build has no ${name}`)
  return file
}

const inScripts = (files: Iterable<string>) => weigh([...files].map((file) => `assets/${file}`))
const app = findBuilt('app')
const hindiList = findBuilt('hindi')
const hindiOfParts = [...(codeOf.get(hindiList) ?? '').matchAll(/import\(`\.\/([^`]+)`\)/g)].map(
  ([, file = '']) => file,
)

/** The Hindi that a file of screens brings along. `fetched`: how `app` fetches it. */
function findHindi(fetched: string): string {
  const [, part] = (codeOf.get(app) ?? '').split(fetched)[1]?.match(/^[^;]{0,120}?,(\d+)\)\)/) ?? []
  return hindiOfParts[Number(part)] ?? ''
}

const addresses = readScreenTable().map(({ address, module, isFramed }) => {
  const page = openingPageOf(pathPatterns[address])
  const own = basename(module, extname(module))
  const named = page === undefined || page === 'office' ? [] : [`${page}-screens`]
  const frame = page === undefined || page === 'student' ? [] : ['institute']
  const screens = [...new Set([own, ...named])].map(findBuilt)
  const loaded = withImports([app, ...screens, ...frame.map(findBuilt)])
  const words = [...screens, ...(isFramed ? [findBuilt('institute')] : [])]
  const hindi = [...withImports([hindiList, ...words.map((file) => findHindi(`import(\`./${file}\`)`))])]
  return {
    address,
    script: inScripts(loaded),
    hindi: inScripts(hindi.filter((one) => !loaded.has(one))),
    hindiBudget: own === 'student-screens' ? hindiBudgetOfStudents : hindiBudget,
  }
})

console.table(
  Object.fromEntries(
    addresses.map(({ address, script, ...words }) => [
      address,
      {
        script: inKilobytes(script),
        budget: inKilobytes(budgetOf(address)),
        hindi: inKilobytes(words.hindi),
        hindiBudget: inKilobytes(words.hindiBudget),
      },
    ]),
  ),
)
const heavyAddresses = addresses.filter((one) => one.script > budgetOf(one.address) || one.hindi > one.hindiBudget)
for (const { address, script, hindi } of heavyAddresses)
  console.error(`${address}: ${inKilobytes(script)} of script and ${inKilobytes(hindi)} of Hindi are too much`)
if (addresses.length === 0 || heavyAddresses.length > 0) process.exitCode = 1

const tooHeavy = rows.filter(({ script, scriptBudget }) => script > scriptBudget)
for (const { name, script, scriptBudget } of tooHeavy) {
  console.error(`${name}: ${inKilobytes(script)} of script, ${inKilobytes(scriptBudget)} allowed`)
}
const firstScript = weighInside('checkin.html', 'script')
console.log(`check-in, first script: ${inKilobytes(firstScript)} of ${inKilobytes(firstScriptBudget)}`)
if (firstScript > firstScriptBudget) console.error('check-in: its first script is too heavy')
if (tooHeavy.length > 0 || firstScript > firstScriptBudget) process.exitCode = 1
