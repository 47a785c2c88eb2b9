/** One page of a list, in the list's fixed order or its reverse. */
export type Page = {
  readonly limit: number
  readonly offset: number
  readonly direction: 'asc' | 'desc'
}

/** Views of one page, and the length of the whole list. */
export type ViewPage<View> = { readonly total: number; readonly views: readonly View[] }
