import { actingTexts } from './acting-texts.ts'
import { inHindi } from './languages.ts'

/** What stands around every screen of an institute that several people act for, in Hindi. */
export const hindiActingTexts = inHindi(actingTexts, {
  roles: {
    owner: 'स्वामी',
    registrar: 'पंजीयक',
    teacher: 'शिक्षक',
    desk: 'स्वागत कक्ष',
    viewer: 'दर्शक',
  },
  ways: {
    label: 'संस्थान के भाग',
    today: 'आज',
    courses: 'पाठ्यक्रम',
    people: 'लोग',
    reports: 'रिपोर्ट',
    institute: 'संस्थान',
  },
  roleAt: (role, institute) => `${role}, ${institute} में`,
  dayPass: 'एक दिन के पास से, बिना हस्ताक्षर',
  person: (name, as) => `${name}, ${as}`,
  by: (who) => `${who} ने`,
  startForAll: (people) => (people === '' ? 'सबके लिए शुरू करें?' : `सबके लिए शुरू करें (${people} लोग)?`),
  openProfile: (name) => `${name} की प्रोफ़ाइल खोलें`,
  back: 'अपने लॉगिन पर वापस',
  workFor: 'किसी संस्थान के लिए काम करें',
  workForHint: 'आप किसी संस्थान के लोगों में हैं। आपकी पासकी उसकी स्क्रीनें खोलती है।',
  readsOnly: 'यह लॉगिन केवल पढ़ता है। संस्थान के लोग अपने नाम से काम करते हैं।',
  readsOnlyWay: 'उसे फिर काम करने दें',
})
