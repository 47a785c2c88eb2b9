import { inHindi } from './languages.ts'
import { passkeyTexts } from './passkey-texts.ts'

/** Every sentence of contract/passkey-texts.ts in Hindi. */
export const hindiPasskeyTexts = inHindi(passkeyTexts, {
  stepUp: {
    linkTitle: 'मेल किए गए लिंक से पंजीकरण',
    linkNeeded:
      'यहाँ केवल आपका पासवर्ड काफ़ी नहीं है, और आपके पास ऐसी कोई पासकी नहीं है जो अभी काम करती हो। हम आपको एक लिंक मेल करते हैं। उससे और अपने पासवर्ड से आप नई पासकी पंजीकृत करते हैं।',
  },
})
