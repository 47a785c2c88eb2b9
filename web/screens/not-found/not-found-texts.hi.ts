import { inHindi } from '#contract/languages.ts'
import { notFoundTexts } from './not-found-texts.ts'

export const hindiNotFoundTexts = inHindi(notFoundTexts, {
  title: 'यह पृष्ठ रजिस्टर में नहीं है',
  text: 'पता लिखने में ग़लती हुई होगी, या पृष्ठ कहीं और चला गया है।',
  home: 'मुखपृष्ठ पर जाएँ',
  login: 'लॉग इन पर जाएँ',
  row: 'नहीं मिला',
  note: 'न कुछ बदला है, न कुछ खोया है।',
})
