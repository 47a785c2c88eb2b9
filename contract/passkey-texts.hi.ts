import { inHindi } from './languages.ts'
import { passkeyTexts } from './passkey-texts.ts'

/** Every sentence of contract/passkey-texts.ts in Hindi. */
export const hindiPasskeyTexts = inHindi(passkeyTexts, {
  stepUp: {
    linkTitle: 'मेल किए गए लिंक से पंजीकरण',
    linkNeeded:
      'यहाँ केवल आपका पासवर्ड काफ़ी नहीं है, और आपके पास ऐसी कोई पासकी नहीं है जो अभी काम करती हो। हम आपको एक लिंक मेल करते हैं। उससे और अपने पासवर्ड से आप नई पासकी पंजीकृत करते हैं।',
    heldAfterwards: (hours) => `वह पंजीकरण के ${hours} घंटे बाद काम करती है, या जैसे ही आपका संस्थान पुष्टि करे।`,
  },
  marking: {
    heldUntil: (moment) => `आपकी नई पासकी ${moment} से काम करेगी। उससे पहले यह डिवाइस अपने संस्थान के कार्यालय में दिखाएँ।`,
    oneDevice:
      'आपकी पासकी केवल उसी डिवाइस पर है जिस पर आपने उसे बनाया था। वहीं लॉग इन करें, और वह फ़ोन जोड़ें जो कक्षा में आपके साथ आता है: वह तुरंत काम करता है।',
  },
})
