import type { Finding } from './check-invariant.ts'

/** Maximum of lines for one broken rule. */
const shownPerRule = 20
const indent = ' '.repeat(22)

/**
 * The output of `npm run verify-data`: each rule with the rows that break it, what cannot be checked from here, and the
 * verdict.
 */
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
