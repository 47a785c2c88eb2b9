import { emailNotVerifiedTexts } from './email-not-verified-texts.ts'
import { inHindi } from './languages.ts'

export const hindiEmailNotVerifiedTexts = inHindi(emailNotVerifiedTexts, {
  title: 'आपके पंजीकृत ईमेल पर सत्यापन मेल भेजा गया है',
  resend: 'सत्यापन कोड फिर भेजें',
  textBefore: 'हमने ',
  textAfter: ' पर जो मेल भेजा है, उसे खोलें और उसके लिंक से सत्यापन करें। फिर यहाँ लौटकर पृष्ठ ताज़ा करें। यह पृष्ठ अपने आप भी आगे बढ़ता है।',
  refresh: 'ताज़ा करें',
  resendIn: (seconds) => `आप ${seconds} सेकंड बाद फिर भेज सकते हैं।`,
  note: 'मेल आने में एक मिनट लग सकता है। इनबॉक्स में न हो तो स्पैम में देखें। नया मेल पहले वाले मेल का लिंक समाप्त कर देता है।',
  stillNot: 'अभी सत्यापित नहीं हुआ। मेल खोलें और उसके लिंक पर जाएँ।',
})
