import { inHindi } from '#contract/languages.ts'
import { membersTexts } from './members-texts.ts'

export const hindiMembersTexts = inHindi(membersTexts, {
  open: 'रोल नंबर सुधारें या विद्यार्थी को हटाएँ',
  rollNumber: 'रोल नंबर',
  rollNumberHint: 'जिस विद्यार्थी का ईमेल सत्यापित है, उसे दस मिनट बाद ईमेल मिलता है। उपस्थिति वैसी ही रहती है।',
  correct: 'सुधारें',
  corrected: (student, rollNumber) => `${student} का रोल नंबर अब ${rollNumber} है`,
  remove: 'विद्यार्थी को हटाएँ',
  removeHint:
    'हटाए गए विद्यार्थी की उपस्थिति यहाँ नहीं लग सकती। उसे यह डैशबोर्ड पर दिखता है; ईमेल सत्यापित हो, तो दस मिनट बाद ईमेल भी मिलता है। पहले के सत्रों की रिपोर्ट वैसी ही रहती हैं। आपके कोड से विद्यार्थी फिर जुड़ सकता है।',
  removeNow: (student) => `हाँ, ${student} को हटाएँ`,
  removed: (student) => `${student} को हटा दिया गया`,
})
