/** How many pages `total` rows fill; an empty table has one. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize))
}

/** The page (from 0) for the number (from 1) in the address; any other text is the first page. */
export function pageFromAddress(value: string | null): number {
  const page = Number(value)
  return Number.isSafeInteger(page) && page >= 1 ? page - 1 : 0
}
