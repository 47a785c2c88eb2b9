import { useEffect, useState } from 'react'
import { codeLength } from '#contract/identifiers.ts'
import { screenTexts } from '#contract/screen-texts.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { FullScreenSpinner, LanguageSwitch, ThemeSwitch, Wordmark } from '../../ui/index.ts'
import styles from './pairing.module.css'
import { usePairing } from './use-pairing.ts'
import type { Stage } from './use-stage.ts'

const half = codeLength / 2
const minute = 60_000

/** Shows the code that a person of the institute types on an own device. */
export function Pairing({ goTo }: { goTo: (stage: Stage) => void }) {
  const words = useTextsOf(screenTexts)
  const { product } = useTexts()
  const waiting = usePairing(goTo)
  if (!waiting) return <FullScreenSpinner />
  const { code, endsAt } = waiting
  return (
    <main className={styles.pairing}>
      <section className={styles.page}>
        <h1 className={styles.title}>{words.pairTitle}</h1>
        <p className={styles.code} role="img" aria-label={`${words.code}: ${[...code].join(' ')}`}>
          <span>{code.slice(0, half)}</span>
          <i aria-hidden="true">-</i>
          <span>{code.slice(half)}</span>
        </p>
        <TimeLeft endsAt={endsAt} />
      </section>
      <div className={styles.board}>
        <Wordmark name={product.name} />
        <ol className={styles.steps}>
          {words.steps.map((step, place) => (
            <li key={step}>
              <span aria-hidden="true">{place + 1}</span>
              <p>{step}</p>
            </li>
          ))}
        </ol>
        <p className={styles.hint}>{words.canDo}</p>
        <div className={styles.switches}>
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </div>
    </main>
  )
}

/** `endsAt`: by performance.now(). */
function TimeLeft({ endsAt }: { endsAt: number }) {
  const words = useTextsOf(screenTexts)
  const format = useFormat()
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const ticker = setInterval(() => setNow(performance.now()), 1_000)
    return () => clearInterval(ticker)
  }, [])
  const minutes = Math.floor(Math.max(0, endsAt - now) / minute)
  return <p className={styles.left}>{minutes === 0 ? words.goodForLast : words.goodFor(format.number(minutes))}</p>
}
