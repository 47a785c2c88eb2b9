import type { ComponentProps } from 'react'
import { isRequestError } from '../../client/request-error.ts'
import { QueryError } from '../../kit/query-error.tsx'
import { PageHeading, Skeleton } from '../../ui/index.ts'
import styles from './join.module.css'

type LinkWords = { readonly plainTitle: string; readonly over: string; readonly overHint: string }
type UnopenedProps = { words: LinkWords; error: Error | null | undefined; of: ComponentProps<typeof QueryError>['of'] }

/** In place of what a link or a code opens: it is over, could not be asked for, or is still on its way. */
export function UnopenedLink({ words, error, of }: UnopenedProps) {
  if (isRequestError(error, 'user_invalid_token')) return <Ending title={words.over} hint={words.overHint} />
  return (
    <>
      <PageHeading className={styles.heading}>{words.plainTitle}</PageHeading>
      {error ? <QueryError error={error} of={of} /> : <Skeleton width="100%" height="240px" />}
    </>
  )
}

/** A page that leads nowhere, and says what does. */
export function Ending({ title, hint }: { title: string; hint: string }) {
  return (
    <>
      <PageHeading className={styles.heading}>{title}</PageHeading>
      <p className={styles.text}>{hint}</p>
    </>
  )
}
