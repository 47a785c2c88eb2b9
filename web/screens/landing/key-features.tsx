import type { ReactNode } from 'react'
import { useTextsOf } from '../../language/texts.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './key-features.module.css'
import { landingTexts } from './landing-texts.ts'
import { MarksPicture } from './marks-picture.tsx'
import { PasskeyPicture } from './passkey-picture.tsx'
import { RegisterPicture } from './register-picture.tsx'
import { ReportPicture } from './report-picture.tsx'

/** Spec §2: the five cards. Their pictures are drawn from the product's own parts. */
export function KeyFeatures() {
  const landing = useTextsOf(landingTexts)
  return (
    <section className={styles.section} id="features">
      <h2>{landing.keyFeatures}</h2>
      <div className={styles.grid}>
        <Feature className={styles.wide} title={landing.webAuthentication} text={landing.webAuthenticationText}>
          <PasskeyPicture />
        </Feature>
        <Feature className={styles.narrow} title={landing.multiUser} text={landing.multiUserText}>
          <RegisterPicture />
        </Feature>
        <Feature className={styles.full} title={landing.security} text={landing.securityText}>
          <div className={styles.proof} aria-hidden="true">
            {landing.securityRows.map(([label, value]) => (
              <div key={label}>
                <span>{label}</span>
                <b>{value}</b>
              </div>
            ))}
          </div>
        </Feature>
        <Feature className={styles.narrow} title={landing.realTime} text={landing.realTimeText}>
          <MarksPicture className={styles.marks} />
        </Feature>
        <Feature className={styles.wide} title={landing.reports} text={landing.reportsText}>
          <ReportPicture />
        </Feature>
      </div>
    </section>
  )
}

function Feature({
  title,
  text,
  className,
  children,
}: {
  title: string
  text: string
  className: string | undefined
  children: ReactNode
}) {
  return (
    <article className={classNames(styles.card, className)}>
      <div className={styles.words}>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
      {children}
    </article>
  )
}
