import styles from './heading-with-hint.module.css'
import { PageHeading } from './page-heading.tsx'

/** A page that has nothing to show but why. */
export function HeadingWithHint({ heading, hint }: { heading: string; hint: string }) {
  return (
    <div className={styles.block}>
      <PageHeading>{heading}</PageHeading>
      <p>{hint}</p>
    </div>
  )
}
