import { inHindi } from '#contract/languages.ts'
import { sessionsTexts } from './sessions-texts.ts'

export const hindiSessionsTexts = inHindi(sessionsTexts, {
  title: 'आप कहाँ लॉग इन हैं',
  current: 'यही ब्राउज़र',
  browserOn: (browser, system) => `${system} पर ${browser}`,
  unknown: 'अनजान ब्राउज़र',
  from: (address) => `पता: ${address}`,
  since: (moment) => `लॉग इन: ${moment}`,
  lastSeen: (moment) => `पिछली बार: ${moment}`,
  end: 'वहाँ लॉग आउट करें',
  endNamed: (name, moment) => `वहाँ लॉग आउट करें: ${name}, लॉग इन ${moment}`,
  endOthers: 'बाक़ी सब जगह लॉग आउट करें',
  ended: 'वहाँ लॉग आउट हो गया',
})
