import { Link } from 'react-router'
import { coverTexts } from '#contract/cover-texts.ts'
import { paths } from '#contract/paths.ts'
import { useTextsOf } from '../../language/texts.ts'
import { buttonClass, Cover, PageHeading } from '../../ui/index.ts'
import styles from './not-found.module.css'
import { notFoundTexts } from './not-found-texts.ts'

/** Shown at every unknown address; the server answers it with 404. */
export function NotFound() {
  const cover = useTextsOf(coverTexts)
  const notFound = useTextsOf(notFoundTexts)
  return (
    <Cover
      title={cover.title}
      rows={[{ label: cover.page, value: notFound.row, pending: true }]}
      note={notFound.note}
      width="regular"
      homeHref={paths.landing}
    >
      <p className={styles.code}>404</p>
      <PageHeading className={styles.heading}>{notFound.title}</PageHeading>
      <p className={styles.text}>{notFound.text}</p>
      <div className={styles.actions}>
        <a className={buttonClass('primary', 'large')} href={paths.landing}>
          {notFound.home}
        </a>
        <Link className={buttonClass('secondary', 'large')} to={paths.login}>
          {notFound.login}
        </Link>
      </div>
    </Cover>
  )
}
