import { inHindi } from '#contract/languages.ts'
import { receiptSettingsTexts } from './receipt-settings-texts.ts'

export const hindiReceiptSettingsTexts = inHindi(receiptSettingsTexts, {
  title: 'उपस्थिति की सूचना',
  hint: 'हर उपस्थिति खुले ऐप में दिखती है। वह दूसरे तरीक़े से भी आप तक पहुँच सकती है।',
  byEmail: 'ईमेल से',
  byPush: 'इस डिवाइस पर सूचना',
  pushBlocked: 'यहाँ से सूचनाएँ रोकी गई हैं। ब्राउज़र की सेटिंग में इस साइट के लिए उन्हें अनुमति दें।',
  pushImpossible: 'यह ब्राउज़र सूचनाएँ नहीं दिखाता। iPhone पर पहले इस पृष्ठ को होम स्क्रीन पर जोड़ें।',
  pushFailed: 'ब्राउज़र अपनी सूचना सेवा तक नहीं पहुँच सका। कृपया फिर कोशिश करें।',
})
