import styles from './heading-with-hint.module.css'
import { PageHeading } from './page-heading.tsx'

/** A page with only a heading and a reason. */
export function HeadingWithHint({ heading, hint }: { heading: string; hint: string }) {
  return (
    <div className={styles.block}>
      <PageHeading>{heading}</PageHeading>
      <p>{hint}</p>
    </div>
  )
}
