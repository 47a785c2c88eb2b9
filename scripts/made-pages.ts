import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { productCalls } from '#contract/product-calls.ts'
import { type StaffRole, staffRoles } from '#contract/staff-rights.ts'
import { type Act, type ActRow, acts, everyLogin } from '#server/domain/acts.ts'
import { type RequestLimit, requestLimits } from '#server/domain/limits/limit-table.ts'
import { loginMissLockouts } from '#server/domain/limits/login-misses.ts'
import { verdictOf } from '#server/domain/permissions.ts'
import { makeApiPage } from './api-page.ts'

const root = join(import.meta.dirname, '..')

/** What `npm run api` makes: the text of each file by its path. Of most of them a part between two marks is made, and the rest stays. */
export function makePages(): ReadonlyMap<string, string> {
  return new Map([
    ['docs/api.md', makeApiPage()],
    ['docs/rules.md', fill('docs/rules.md', { acts: actTable() })],
    ['docs/limits.md', fill('docs/limits.md', { limits: limitTable(), misses: missTable() })],
    ['contract/own-login-calls.ts', fill('contract/own-login-calls.ts', { calls: callsOfPeople() })],
  ])
}

/** Puts each part between its marks, as far to the right as the first mark stands. Throws where a mark is missing. */
export function fillParts(text: string, parts: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(parts).reduce((page, [name, lines]) => {
    const marks = new RegExp(`^( *)(.*made by npm run api: ${name}\\b.*)\\n[^]*?^( *)(.*end of ${name}\\b.*)$`, 'm')
    if (!marks.test(page)) throw new Error(`The marks of '${name}' are missing`)
    return page.replace(marks, (_all, indent: string, first: string, before: string, last: string) =>
      [`${indent}${first}`, ...lines.map((line) => (line === '' ? '' : indent + line)), `${before}${last}`].join('\n'),
    )
  }, text)
}

function fill(path: string, parts: Readonly<Record<string, readonly string[]>>): string {
  return fillParts(readFileSync(join(root, path), 'utf8'), parts)
}

/** Who of an institute may do what. Acts with the same cells share a row; acts of every login are left out. */
function actTable(): readonly string[] {
  const rows = new Map<string, string[]>()
  for (const act of Object.keys(acts) as Act[]) {
    const { who }: ActRow = acts[act]
    const isOfEveryLogin =
      everyLogin.every((kind) => who.includes(kind)) || !staffRoles.some((role) => who.includes(role))
    if (isOfEveryLogin || who.includes('STF')) continue
    const cells = staffRoles.map((role) => describeCell(act, role)).join(' | ')
    rows.set(cells, [...(rows.get(cells) ?? []), `\`${act}\``])
  }
  return [
    '',
    `| act | ${staffRoles.join(' | ')} |`,
    `|${'---|'.repeat(staffRoles.length + 1)}`,
    ...[...rows].map(([cells, names]) => `| ${names.join(', ')} | ${cells} |`),
    '',
  ]
}

function describeCell(act: Act, role: StaffRole): string {
  const { who, ofGroup }: ActRow = acts[act]
  if (!who.includes(role)) return '–'
  return role === 'teacher' && ofGroup ? 'own' : 'yes'
}

function limitTable(): readonly string[] {
  const limits = Object.values(requestLimits).flatMap((of) => Object.values<RequestLimit>(of))
  const rows = limits.map(
    ({ name, counts, max, windowMs, per, lockout }) =>
      `| \`${name}\` | ${max.toLocaleString('en')} ${counts} | ${describeWindow(windowMs)} | ${per} | ${lockout} |`,
  )
  return [
    '',
    '| limit | at most | per | counted for | who can be locked out by whom |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ]
}

function describeWindow(ms: number): string {
  if (ms === 3_600_000) return 'hour'
  return ms === 60_000 ? 'minute' : `${ms / 60_000} minutes`
}

function missTable(): readonly string[] {
  const rows = Object.entries(loginMissLockouts).map(([whose, lockout]) => `| ${whose} | ${lockout} |`)
  return ['', '| whose tries | who can be locked out by whom |', '|---|---|', ...rows, '']
}

/** The calls all of whose acts an own login that only reads leaves to the people. */
function callsOfPeople(): readonly string[] {
  const isLeft = (act: Act | readonly Act[]) =>
    [act].flat().every((one) => verdictOf(one, 'closed') === 'own-login-reads-only')
  const left = Object.entries(productCalls).filter(([, { act }]) => isLeft(act))
  return left.map(([name]) => `'${name}',`)
}
