import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { defaultLanguage } from '#contract/languages.ts'
import { shellFileOf, shellPaths } from '#contract/shell-pages.ts'

/**
 * The scripts and styles that a browser loads before each screen is ready, in gzip, by route. Fails when a route
 * exceeds its budget. Reads the output of the last build; fonts are left out.
 */

type Chunk = {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

const dist = join(import.meta.dirname, '..', 'dist')
const kilobyte = 1_000

/** `modules`: what routes.tsx loads for it. The landing page's budget holds before interaction; it loads nothing later. */
const routes = [
  { name: 'landing page', page: 'index.html', modules: [], scriptBudget: 30 * kilobyte },
  { name: 'landing page, Hindi', page: 'index.hi.html', modules: [], scriptBudget: 30 * kilobyte },
  ...[
    { name: 'login', modules: ['login/login'] },
    { name: 'register', modules: ['register/register'] },
    { name: 'recover password', modules: ['recover-password/recover-password'] },
    { name: 'new password', modules: ['new-password/new-password'] },
    { name: 'replace passkey', modules: ['replace-passkey/replace-passkey'] },
    { name: 'verify email', modules: ['verify-email/verify-email'] },
    { name: 'email not verified', modules: ['not-verified/email-not-verified'] },
    {
      name: 'student dashboard',
      modules: ['student-dashboard/student-dashboard', 'student-dashboard/organisation-cards'],
    },
    {
      name: 'organisation detail',
      modules: ['student-dashboard/student-dashboard', 'organisation-detail/organisation-detail'],
    },
    { name: 'organisation dashboard', modules: ['organisation-dashboard/organisation-dashboard'] },
    { name: 'mark attendance', modules: ['mark-attendance/mark-attendance'] },
    { name: 'attendance sheet', modules: ['attendance-sheet/attendance-sheet'] },
    { name: 'join poster', modules: ['join-poster/join-poster'] },
    { name: 'screen', modules: ['screen/screen'] },
    { name: 'settings', modules: ['settings/settings'] },
    { name: 'reports: sessions', modules: ['reports/reports-page', 'reports/sessions-report'] },
    { name: 'reports: students', modules: ['reports/reports-page', 'reports/students-report'] },
    { name: 'reports: one student', modules: ['reports/reports-page', 'reports/student-report'] },
    { name: 'reports: session sheet', modules: ['reports/reports-page', 'reports/session-sheet'] },
  ].map((route) => ({
    ...route,
    page: findPage(route.modules[0]),
    scriptBudget: 166 * kilobyte,
  })),
  // Its app is named in the page; all that it needs before a touch is in that file.
  { name: 'check-in', page: 'checkin.html', modules: [], scriptBudget: 110 * kilobyte },
  { name: 'verify', page: 'verify.html', modules: [], scriptBudget: 40 * kilobyte },
]
/** What a phone has run when it swaps the code: the scripts inside the page. */
const firstScriptBudget = 4 * kilobyte

/** `module`: '/register' has a page of its own for 'register/register'. */
function findPage(module = ''): string {
  const path = shellPaths.find((one) => one === `/${module.split('/')[0]}`)
  return path === undefined ? 'app.html' : shellFileOf(path, defaultLanguage)
}

const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Record<string, Chunk>

function getChunk(key: string): Chunk {
  const chunk = manifest[key]
  if (chunk === undefined) throw new Error(`The build has no ${key}: name the routes here as in web/app/routes.tsx.`)
  return chunk
}

/** The files of a chunk and of all that it imports statically; dynamic imports come later and are left out. */
function collectFiles(key: string, files: Set<string>): void {
  const { file, imports = [], css = [] } = getChunk(key)
  if (files.has(file)) return
  for (const one of [file, ...css]) files.add(one)
  for (const one of imports) collectFiles(one, files)
}

function listFiles(page: string, modules: readonly string[]): Set<string> {
  const html = readFileSync(join(dist, page), 'utf8')
  const files = new Set(
    [...html.matchAll(/(?:src|href|data-app)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file ?? ''),
  )
  for (const module of modules) collectFiles(`screens/${module}.tsx`, files)
  return files
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

const rows = routes.map(({ name, page, modules, scriptBudget }) => {
  const files = [...listFiles(page, modules)]
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
