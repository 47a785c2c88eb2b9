import { inHindi } from './languages.ts'
import { registrationTexts } from './registration-texts.ts'

export const hindiRegistrationTexts = inHindi(registrationTexts, {
  title: 'पंजीकरण',
  kind: 'किसका पंजीकरण',
  action: 'पंजीकरण करें',
  studentNote: ['आपका संस्थान आपको अपना कोड देता है। उसमें आठ अक्षर होते हैं और वह ऐसा दिखता है: ', 'K7QF-3M9T', ''],
  organisationNote: 'आपको एक संस्थान कोड मिलेगा। उसे एक बार बोर्ड पर लिख दें; विद्यार्थी उसी से पंजीकरण करते हैं।',
  busy: 'पंजीकरण हो रहा है...',
  done: 'पंजीकरण सफल रहा',
  invalidInstituteCode: 'संस्थान कोड मान्य नहीं है',
  loginLink: 'पहले से पंजीकृत हैं? लॉग इन करें',
})
