import type { ReactNode } from 'react'

export type SetApartProps = {
  /** A whole sentence, in the order of its language. */
  sentence: string
  /** The part of it that is shown differently; its last occurrence. */
  part: string
  /** How the part is shown. */
  children: ReactNode
}

/** A sentence with one part shown differently: a figure in bold, a code unbroken. */
export function SetApart({ sentence, part, children }: SetApartProps) {
  const place = sentence.lastIndexOf(part)
  if (place === -1) return <span>{sentence}</span>
  return (
    <>
      <span>{sentence.slice(0, place)}</span>
      {children}
      <span>{sentence.slice(place + part.length)}</span>
    </>
  )
}
