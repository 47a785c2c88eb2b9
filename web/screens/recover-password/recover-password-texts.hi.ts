import { inHindi } from '#contract/languages.ts'
import { recoverPasswordTexts } from './recover-password-texts.ts'

export const hindiRecoverPasswordTexts = inHindi(recoverPasswordTexts, {
  title: 'पासवर्ड फिर से पाएँ',
  text: 'हम आपके पंजीकृत ईमेल पर एक लिंक भेजते हैं। वह एक ही बार और 30 मिनट तक काम करता है।',
  sentTo: 'मेल खोलें और उसके लिंक पर जाएँ। इसमें एक मिनट लग सकता है; स्पैम में भी देखें।',
  note: 'नया पासवर्ड हर उस सत्र को समाप्त कर देता है जो कहीं और खुला है।',
  send: 'पासवर्ड वापसी का मेल भेजें',
  back: 'लॉग इन पर लौटें',
  sent: 'दिए गए ईमेल पर मेल भेज दिया गया',
  notRegistered: 'यह ईमेल पंजीकृत नहीं है',
})
