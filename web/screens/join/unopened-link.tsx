import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { isRequestError, messageOf, RequestError } from '../../client/request-error.ts'
import { QueryError } from '../../kit/query-error.tsx'
import { useTextsOf } from '../../language/texts.ts'
import { wantedPage } from '../../session/wanted-page.ts'
import { buttonClass, PageHeading } from '../../ui/index.ts'
import styles from './join.module.css'
import { joinTexts } from './join-texts.ts'

type LinkWords = { readonly plainTitle: string; readonly over: string; readonly overHint: string }
type UnopenedProps = { words: LinkWords; error: Error | null | undefined; of: ComponentProps<typeof QueryError>['of'] }

/** In place of what a link or a code opens: it is over, could not be asked for, or is still on its way. */
export function UnopenedLink({ words, error, of }: UnopenedProps) {
  const join = useTextsOf(joinTexts)
  if (error instanceof RequestError && error.reason === 'invitation-joined') {
    return (
      <>
        <Ending title={join.joinedAlready} hint={messageOf(error)} />
        <div className={styles.body}>
          <LogIn category={error.value} />
        </div>
      </>
    )
  }
  if (isRequestError(error, 'user_invalid_token')) return <Ending title={words.over} hint={words.overHint} />
  return (
    <>
      <PageHeading className={styles.heading}>{words.plainTitle}</PageHeading>
      {error ? <QueryError error={error} of={of} /> : <div className={styles.waiting} aria-hidden="true" />}
    </>
  )
}

/** `page`: where the login leads back to; without it to the dashboard. */
export function LogIn({ category, page }: { category: string | null | undefined; page?: string }) {
  const join = useTextsOf(joinTexts)
  const back = page === undefined ? {} : wantedPage({ pathname: page, search: '' })
  return (
    <Link className={buttonClass('primary', 'large')} to={paths.login} state={{ ...back, category }}>
      {join.logIn}
    </Link>
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
