import { countInHindi, inHindi } from './languages.ts'
import { receiptsTexts } from './receipts-texts.ts'

export const hindiReceiptsTexts = inHindi(receiptsTexts, {
  title: 'हाल की उपस्थितियाँ',
  markedAt: (institute, time) => `${institute}: ${time} पर उपस्थित`,
  summary: (total, classes, percentage) => `${countInHindi(classes, '# कक्षा', '# कक्षाओं')} में से ${total}, ${percentage}`,
  notMe: 'यह मैंने नहीं किया',
  youSaid: 'आपने कहा: मैंने नहीं किया',
  question: 'क्या यह आपने नहीं किया?',
  questionText: 'आपके संस्थान को बताया जाएगा कि आपके नाम पर किसी और की उपस्थिति दर्ज हुई। उनके जाँचने तक यह उपस्थिति बनी रहती है।',
  itWasMe: 'मैंने ही किया',
  tell: 'मेरे संस्थान को बताएँ',
  told: 'आपके संस्थान को बता दिया गया है।',
})
