import { coverTexts } from './cover-texts.ts'
import { inHindi } from './languages.ts'

export const hindiCoverTexts = inHindi(coverTexts, {
  title: 'उपस्थिति रजिस्टर',
  name: 'नाम',
  institute: 'संस्थान',
  rollNumber: 'रोल नंबर',
  city: 'शहर',
  code: 'कोड',
  codeComes: 'पंजीकरण पर मिलेगा',
  email: 'ईमेल',
  verified: 'सत्यापित',
  yes: 'हाँ',
  notYet: 'अभी नहीं',
  passkey: 'पासकी',
  page: 'पृष्ठ',
  account: 'खाता',
  password: 'पासवर्ड',
  forgotten: 'भूल गए',
  ownLogins: 'संस्थान के हर व्यक्ति का अपना लॉगिन और अपनी पासकी होती है। आप वहाँ जो करते हैं, वह आपके नाम के साथ रहता है।',
})
