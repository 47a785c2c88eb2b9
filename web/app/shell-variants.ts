/**
 * How a page can look before the app's script, besides the usual: the organisation's tab or account; with an institute's
 * code; on a computer instead of a phone; without the values of its mailed link.
 */
export type ShellVariant = 'organisation' | 'code' | 'desk' | 'no-link'

/** Stands in the variant with a code, where the address's own code comes. */
export const codeInShell = '22222222'
