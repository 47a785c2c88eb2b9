import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { nameLanguage } from '../language/name-language.ts'
import { useTexts } from '../language/texts.ts'
import styles from './page-heading.module.css'

/**
 * The h1 of a page. Sets the document's title, and takes the focus when the page was reached by a link inside the app:
 * otherwise a screen reader would stay silent and the keyboard focus would be lost.
 */
export function PageHeading({
  children,
  title,
  className,
}: {
  children: string
  title?: string
  className?: string | undefined
}) {
  const texts = useTexts()
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  // Asked once: a filter changes the address, too, and its button keeps the focus.
  const [isFirstPage] = useState(key === 'default')
  const isGoingBack = useNavigationType() === 'POP'
  const documentTitle = `${title ?? children} · ${texts.product.name}`
  useEffect(() => {
    document.title = documentTitle
  }, [documentTitle])
  useEffect(() => {
    // After Back, the browser restores the scroll position.
    if (!isGoingBack) window.scrollTo(0, 0)
  }, [isGoingBack])
  useEffect(() => {
    // A person who is typing already is not interrupted.
    if (!isFirstPage && !(document.activeElement instanceof HTMLInputElement))
      heading.current?.focus({ preventScroll: true })
  }, [isFirstPage])
  return (
    <h1 ref={heading} tabIndex={-1} className={className} lang={nameLanguage(children)}>
      {children}
    </h1>
  )
}

/** A page with only a heading and a reason. */
export function HeadingWithHint({ heading, hint }: { heading: string; hint: string }) {
  return (
    <div className={styles.block}>
      <PageHeading>{heading}</PageHeading>
      <p>{hint}</p>
    </div>
  )
}
