import { inHindi } from './languages.ts'
import { newPasswordTexts } from './new-password-texts.ts'

export const hindiNewPasswordTexts = inHindi(newPasswordTexts, {
  title: 'नया पासवर्ड तय करें',
  newPassword: 'नया पासवर्ड',
  confirm: 'नया पासवर्ड दोबारा लिखें',
  linkMissing: 'यह लिंक अधूरा है, या पृष्ठ फिर से लोड किया गया। मेल का लिंक दोबारा खोलें, या नया मेल मँगाएँ।',
  askAgain: 'नया मेल मँगाएँ',
  note: 'मेल का लिंक एक ही बार काम करता है। उसके बाद नए पासवर्ड से लॉग इन करें।',
  action: 'नया पासवर्ड तय करें',
  mismatch: 'दोनों पासवर्ड एक जैसे नहीं हैं',
  tooShort: 'पासवर्ड में कम से कम 8 अक्षर होने चाहिए',
  tooLong: (max) => `पासवर्ड में अधिकतम ${max} अक्षर हो सकते हैं`,
  repetition: 'पासवर्ड में एक ही अक्षर बार-बार नहीं होना चाहिए',
  sequence: 'पासवर्ड सीधा क्रम नहीं होना चाहिए',
  contains: (word) => `पासवर्ड में ‘${word}’ नहीं होना चाहिए`,
  tooCommon: 'यह पासवर्ड सबसे आम पासवर्डों में से एक है। कृपया कोई दूसरा चुनें',
  done: 'पासवर्ड बदल गया',
  failed: 'पासवर्ड नहीं बदला जा सका',
})
