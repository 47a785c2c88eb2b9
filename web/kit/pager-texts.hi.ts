import { inHindi } from '#contract/languages.ts'
import { pagerTexts } from './pager-texts.ts'

export const hindiPagerTexts = inHindi(pagerTexts, {
  rowsPerPage: 'प्रति पृष्ठ पंक्तियाँ:',
  range: (from, to, total) => `${total} में से ${from}–${to}`,
  previousPage: 'पिछला पृष्ठ',
  nextPage: 'अगला पृष्ठ',
  pageNumber: 'पृष्ठ संख्या',
  ofPages: (pages) => `कुल ${pages}`,
})
