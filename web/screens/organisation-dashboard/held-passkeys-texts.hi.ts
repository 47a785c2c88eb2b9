import { inHindi } from '#contract/languages.ts'
import { heldPasskeysTexts } from './held-passkeys-texts.ts'

export const hindiHeldPasskeysTexts = inHindi(heldPasskeysTexts, {
  title: 'पुष्टि के लिए नई पासकी',
  hint: 'इन विद्यार्थियों ने खोई हुई पासकी बदली है। जब विद्यार्थी डिवाइस के साथ आपके सामने हो, तब पुष्टि करें।',
  times: (created, until) => `पंजीकरण: ${created}; पुष्टि के बिना ${until} से काम करेगी।`,
  confirm: 'पुष्टि करें',
  confirmNamed: (student) => `${student} की पासकी की पुष्टि करें`,
  confirmed: (student) => `अब ${student} की उपस्थिति दर्ज हो सकती है`,
})
