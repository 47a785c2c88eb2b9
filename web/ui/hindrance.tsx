import { type ReactNode, useEffect, useState } from 'react'
import { originMeta } from '#contract/identifiers.ts'
import { keepsSiteData } from '../language/site-data.ts'

/** Above a form that cannot be sent from here: what keeps it. Nothing, and nothing loaded, in most browsers. */
export function Hindrance() {
  // Not at the first drawing: that of a page which is drawn in the build knows no browser.
  const [notice, setNotice] = useState<ReactNode>()
  useEffect(() => {
    const origin = findOtherOrigin()
    if (origin === undefined && keepsSiteData()) return
    import('./hindrance-notice.tsx')
      .then(({ HindranceNotice }) => setNotice(<HindranceNotice origin={origin} />))
      // Without a connection the form says so itself.
      .catch(() => undefined)
  }, [])
  return notice
}

/** Where a login works, if the server has another address than this page. */
function findOtherOrigin(): string | undefined {
  const own = document.querySelector<HTMLMetaElement>(`meta[name=${originMeta}]`)?.content
  return own === location.origin ? undefined : own
}
