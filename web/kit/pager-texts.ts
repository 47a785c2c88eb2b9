export const pagerTexts = {
  rowsPerPage: 'Rows per page:',
  range: (from: string, to: string, total: string) => `${from}–${to} of ${total}`,
  previousPage: 'Previous page',
  nextPage: 'Next page',
  pageNumber: 'Page number',
  ofPages: (pages: string) => `of ${pages}`,
} as const
