import { useQuery } from '@tanstack/react-query'
import { importTexts } from '#contract/import-texts.ts'
import type { ImportPlan } from '#contract/imports.ts'
import { rosterTexts } from '#contract/roster-texts.ts'
import { readProduct } from '../../client/read-product.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import styles from './imports.module.css'
import { Person } from './plan-lines.tsx'

/** New lines that may be someone who is there already. They hinder nothing: a failed read says nothing. */
export function NewDoubles({ plan: { id: importId, seal } }: { plan: Pick<ImportPlan, 'id' | 'seal'> }) {
  const { plan: say } = useTextsOf(importTexts)
  const { double } = useTextsOf(rosterTexts)
  const { number } = useFormat()
  const { data } = useQuery({
    queryKey: ['imports', importId, seal, 'doubles'],
    queryFn: () => readProduct('GET /imports/:importId/doubles', { importId }, {}),
  })
  if (!data || data.total === 0) return null
  const { total, doubles } = data
  return (
    <details className={styles.doubles}>
      <summary>{say.doubles(total)}</summary>
      <p className={styles.quiet}>{say.doublesHint}</p>
      {doubles.some(({ by }) => by.includes('email')) && <p className={styles.quiet}>{say.oneEmail}</p>}
      <ul>
        {doubles.map(({ line, file, otherLine, other, by }) => (
          <li key={line}>
            <span className={styles.fact}>{say.inLine(number(line))}</span>
            <Person {...file} />
            <span className={styles.fact}>{otherLine === null ? say.onRoster : say.inLine(number(otherLine))}</span>
            <Person {...other} />
            <span className={styles.fact}>{by.map((one) => double.by[one]).join(' ')}</span>
          </li>
        ))}
      </ul>
      {total > doubles.length && <p className={styles.quiet}>{say.moreDoubles(number(total - doubles.length))}</p>}
    </details>
  )
}
