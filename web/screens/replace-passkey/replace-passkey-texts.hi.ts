import { inHindi } from '#contract/languages.ts'
import { replacePasskeyTexts } from './replace-passkey-texts.ts'

export const hindiReplacePasskeyTexts = inHindi(replacePasskeyTexts, {
  title: 'अपनी पासकी बदलें',
  text: (hours) =>
    `खोई हुई पासकी की जगह नई पासकी पंजीकृत होती है। उससे ${hours} घंटे बाद उपस्थिति दी जा सकती है, या जैसे ही आपका संस्थान पुष्टि करे।`,
  note: 'मेल का लिंक एक ही बार और 30 मिनट तक काम करता है।',
  linkMissing: 'यह लिंक अधूरा है, या पृष्ठ फिर से लोड किया गया। मेल का लिंक दोबारा खोलें, या अपनी प्रोफ़ाइल से नया मँगाएँ।',
  toLogin: 'लॉग इन पर जाएँ',
})
