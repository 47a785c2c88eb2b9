import { inHindi } from './languages.ts'
import { loginTexts } from './login-texts.ts'

export const hindiLoginTexts = inHindi(loginTexts, {
  title: 'लॉग इन',
  kind: 'कौन लॉग इन कर रहा है',
  action: 'लॉग इन करें',
  studentNote: 'रजिस्टर आपका संस्थान रखता है। उसमें अपनी पंक्ति आप भरते हैं।',
  organisationNote: 'यदि आपके संस्थान की पासकी है, तो पासवर्ड जाँचने से पहले वह माँगी जाती है।',
  busy: 'लॉग इन हो रहा है...',
  done: 'लॉग इन सफल रहा',
  noProfile: 'ऐसा कोई उपयोगकर्ता नहीं है, कृपया अपना ईमेल जाँचें',
  passkeyCheckFailed: 'सत्यापन नहीं हो सका',
  sendingVerificationMail: 'सत्यापन मेल भेजा जा रहा है...',
  verificationMailSent: 'सत्यापन मेल भेज दिया गया',
  forgotPassword: 'पासवर्ड भूल गए?',
  registerLink: 'खाता नहीं है? पंजीकरण करें',
})
