import { useState } from 'react'
import { Link } from 'react-router'
import { coverTexts } from '#contract/cover-texts.ts'
import { paths } from '#contract/paths.ts'
import { isRequestError } from '../../client/request-error.ts'
import { useActs } from '../../kit/use-act.ts'
import { useTextsOf } from '../../language/texts.ts'
import { ownDataTexts } from '../../parts/profile/own-data-texts.ts'
import { getMailLink } from '../../session/mail-link.ts'
import { Button, buttonClass, Cover, PageHeading } from '../../ui/index.ts'
import styles from './keep-account.module.css'

/** /keep-account, reached by the mailed link: a student takes the deletion of the account back. */
export function KeepAccount() {
  const cover = useTextsOf(coverTexts)
  const { deletion } = useTextsOf(ownDataTexts)
  const { run, isBusy } = useActs()
  const link = getMailLink()
  const [isKept, setKept] = useState(false)
  const [isOld, setOld] = useState(link === undefined)
  async function keep() {
    const input = { userId: link?.id ?? '', secret: link?.secret ?? '' }
    const refused = (error: Error) => {
      if (!isRequestError(error, 'user_invalid_token')) return false
      return setOld(true)
    }
    if (await run('PUT /own/account', {}, input, { refused })) setKept(true)
  }
  return (
    <Cover title={cover.title} rows={[]} note={deletion.pageNote} steady homeHref={paths.landing}>
      <div className={styles.said} role="status">
        <PageHeading>{isKept ? deletion.kept : deletion.keep}</PageHeading>
        {isKept && <p className={styles.text}>{deletion.keptHint}</p>}
        {isOld && <p className={styles.text}>{deletion.old}</p>}
      </div>
      {isKept || isOld ? (
        <Link className={buttonClass('secondary', 'large')} to={paths.login} state={{ category: 'STD' }}>
          {deletion.toLogin}
        </Link>
      ) : (
        <Button kind="primary" size="large" busy={isBusy} onClick={() => void keep()}>
          {deletion.keep}
        </Button>
      )}
    </Cover>
  )
}
