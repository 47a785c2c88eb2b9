import { useTexts } from '../language/texts.ts'
import styles from './skip-link.module.css'

/** The id of a page's `main`, to which the link leads. */
export const contentId = 'content'

/** The first stop of the keyboard on a page with a bar: it leads past the bar. Seen only while it has the focus. */
export function SkipLink() {
  const { common } = useTexts()
  return (
    <a className={styles.skip} href={`#${contentId}`}>
      {common.skipToContent}
    </a>
  )
}
