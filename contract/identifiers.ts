/** Ids of the protocol, and the institute code, which is an organisation's id in a form for people. */

/** Protocol §3: 1 to 36 characters, the first one alphanumeric. */
export const idPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,35}$/

export const projectId = 'rollkey'
export const databaseId = 'rollkey'
export const collections = ['organisations', 'students'] as const
export type Collection = (typeof collections)[number]

/** The two kinds of user who register by themselves. The label decides the collection of the profile document. */
export const labels = ['ORG', 'STD'] as const
export type Label = (typeof labels)[number]
/** With those who join an institute by invitation: they have no profile document. */
export const accountLabels = [...labels, 'STF'] as const
export type AccountLabel = (typeof accountLabels)[number]
export const collectionOf = { ORG: 'organisations', STD: 'students' } as const satisfies Record<Label, Collection>

/**
 * A cookie beside the session's that scripts may read. It only says that asking who is signed in is worth a call. It
 * proves nothing; the server reads it only to choose the page that /login and /register begin with.
 */
export const signedInHintCookie = 'signed-in'

/** The name of the `meta` in each page that holds the origin of PUBLIC_URL: at another one no login works. */
export const originMeta = 'rollkey-origin'

/** The literal that asks the server to make the id (protocol §3). */
export const serverMadeId = 'unique()'

/** Without 0, 1, 5, 8, L and S, which read as O, I, S, B, 1 and 5, and without vowels, so that no word can appear. */
export const codeAlphabet = '234679BCDFGHJKMNPQRTVWXYZ'
export const codeLength = 8

/** Letters of that alphabet in the public id of an attendance session and in a room code; those that are typed come first. */
export const publicSessionIdLength = 10
export const roomCodeLength = 18
export const typedCodeLength = 8

const codePattern = new RegExp(`^[${codeAlphabet}]{${codeLength}}$`)

/**
 * Brings an institute code, as a person typed it, to its stored form: upper or lower case, with or without the dash or
 * spaces. Any other text is only trimmed, because clients can choose ids of their own.
 */
export function normaliseInstituteCode(typed: string): string {
  const compact = typed.replace(/[\s-]/g, '').toUpperCase()
  return codePattern.test(compact) ? compact : typed.trim()
}

/** The form for reading: 'K7QF-3M9T'. Ids that are not codes stay as they are. */
export function formatInstituteCode(id: string): string {
  return codePattern.test(id) ? `${id.slice(0, 4)}-${id.slice(4)}` : id
}

/**
 * True for an id that reads as an institute code: a code in any case and with any marks between, or one with one letter
 * changed, missing or added. A client must not choose such an id: a student who mistypes the code of a real institute
 * would find the account that has it.
 */
export function resemblesInstituteCode(id: string): boolean {
  const letters = [...id.toUpperCase().replace(/[._-]/g, '')]
  const foreign = letters.filter((letter) => !codeAlphabet.includes(letter)).length
  if (letters.length === codeLength - 1) return foreign === 0
  return (letters.length === codeLength || letters.length === codeLength + 1) && foreign <= 1
}
