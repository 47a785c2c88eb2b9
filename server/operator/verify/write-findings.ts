import type { Finding } from './check-invariant.ts'

/** Lines that are shown of one broken rule. */
const shownPerRule = 20
const indent = ' '.repeat(22)

/** What `npm run verify-data` prints: each rule with what breaks it, what cannot be seen from here, and the verdict. */
export function writeFindings(findings: readonly Finding[]): string {
  const wrong = findings.reduce((sum, finding) => sum + finding.wrong.length, 0)
  const unseen = findings.flatMap((finding) => (finding.unseen === undefined ? [] : [`${finding.unseen}.`]))
  const verdict = wrong === 0 ? 'Everything is as it must be.' : `${wrong} things are wrong.`
  return [...findings.flatMap(writeFinding), '', ...unseen, '', verdict, ''].join('\n')
}

function writeFinding({ rule, rows, wrong, note }: Finding): string[] {
  const verdict = wrong.length === 0 ? 'ok' : `${wrong.length} WRONG`
  const rest = wrong.length - shownPerRule
  return [
    `${verdict.padEnd(10)} ${String(rows).padStart(9)}  ${rule}${note ? ` (${note})` : ''}`,
    ...wrong.slice(0, shownPerRule).map((line) => `${indent}${line}`),
    ...(rest > 0 ? [`${indent}and ${rest} more`] : []),
  ]
}
