import { countInHindi, inHindi } from './languages.ts'
import { recordTexts } from './record-texts.ts'

/** Every sentence of contract/record-texts.ts in Hindi. */
export const hindiRecordTexts = inHindi(recordTexts, {
  groups: 'उपस्थिति',
  whole: 'पूरा संस्थान',
  section: (name) => `अनुभाग ${name}`,
  noAccount: 'बिना खाते के',
  leftOn: (day) => `${day} को छोड़ा`,
  joined: (day) => `${day} को जुड़े`,
  since: (day) => `${day} से नामांकित`,
  guest: 'अतिथि के रूप में, कहीं नहीं गिना जाता',
  over: 'अब नामांकित नहीं',
  noGroup: 'न कक्षाओं में, न किसी पाठ्यक्रम में',
  noGroupHint: 'कार्यालय पाठ्यक्रम के पृष्ठ पर लोगों का नामांकन करता है।',
  noSession: 'अभी कोई सत्र नहीं',
  noSessionHint: 'जो दर्ज और तय हुआ, वह यहाँ दिखेगा।',
  sessions: (title) => `सत्र: ${title}`,
  decision: 'निर्णय',
  inReports: 'रिपोर्ट में, अवधि और फ़ाइलों के साथ',
  all: 'इस व्यक्ति के सभी पाठ्यक्रम',
  attendance: 'उपस्थिति',
  attendanceOf: (name) => `${name} की उपस्थिति`,
  unknown: 'यहाँ ऐसा कोई व्यक्ति नहीं है',
  unknownHint: 'पता ग़लत लिखा गया हो सकता है, या यह व्यक्ति आपके किसी पाठ्यक्रम में नहीं है।',
  part: (attended, counted) => `${counted} में से ${attended}`,
  sinceYouJoined: (day) => `${day} को आपके जुड़ने के बाद से`,
  sinceJoining: (day) => `${day} को जुड़ने के बाद से`,
  noneSince: 'अभी कोई कक्षा नहीं',
  before: (count) => `पहले ${count}`,
  after: (count) => `बाद में ${count}`,
  ofAll: (count) => `सभी ${count} कक्षाओं का प्रतिशत:`,
  bothNumbers: (count) =>
    `प्रतिशत में संस्थान की हर कक्षा गिनी जाती है, आपके जुड़ने से पहले की ${countInHindi(count, '#')} भी। कार्यालय को दोनों संख्याएँ दिखती हैं। कार्यालय से पूछें कि वह कौन सी मानता है।`,
})
