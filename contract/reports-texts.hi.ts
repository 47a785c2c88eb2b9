import { countInHindi, inHindi } from './languages.ts'
import { reportsTexts } from './reports-texts.ts'

export const hindiReportsTexts = inHindi(reportsTexts, {
  session: (number) => `सत्र ${number}`,
  columns: {
    session: 'सत्र',
    started: 'आरंभ',
    present: 'उपस्थित',
    absent: 'अनुपस्थित',
    share: 'भाग',
    rollNumber: 'रोल नंबर',
    name: 'नाम',
    attended: 'उपस्थिति',
    percentage: 'प्रतिशत',
    room: '75% तक',
    presence: 'स्थिति',
    marked: 'दर्ज',
    method: 'कैसे',
  },
  running: 'चल रहा है',
  flagged: 'आपत्ति',
  byHandFor: (reason) => `हाथ से: “${reason}”`,
  preparedReasons: {
    'prepared:drawn-and-not-here': 'औचक जाँच में निकाले गए, और कमरे में नहीं थे',
  },
  attendedClasses: (attended, counted) => `${countInHindi(counted, '# कक्षा', '# कक्षाओं')} में से ${attended}`,
  mayMiss: (count) => countInHindi(count, '# छूट सकता है', '# छूट सकते हैं'),
  mustAttend: (count) => `लगातार ${count} चाहिए`,
  mayStillMiss: (count) =>
    count === 0
      ? 'एक और कक्षा छूटने पर 75% से कम होगा'
      : `${countInHindi(count, '# और कक्षा', '# और कक्षाएँ')} छूटने पर भी 75% रहेगा`,
  mustStillAttend: (count) => `75% तक पहुँचने के लिए लगातार ${countInHindi(count, '# कक्षा', '# कक्षाएँ')} चाहिए`,
  classRunning: 'एक कक्षा चल रही है, अभी गिनी नहीं गई',
  otherVerdict: {
    student: {
      asMember: (attended, counted, percentage) =>
        `आपकी सदस्यता के दौरान समाप्त हुई ${counted} कक्षाओं में से आप ${attended} में उपस्थित रहे: ${percentage}।`,
      beforeRunning: (attended, counted, percentage) =>
        `चल रही कक्षा के बिना आप ${counted} में से ${attended} में उपस्थित रहे: ${percentage}।`,
      none: 'आपके सदस्य बनने के बाद कोई कक्षा समाप्त नहीं हुई है।',
    },
    institute: {
      asMember: (attended, counted, percentage) => `सदस्य रहते हुए: ${counted} में से ${attended}, ${percentage}`,
      beforeRunning: (attended, counted, percentage) => `चल रही कक्षा से पहले: ${counted} में से ${attended}, ${percentage}`,
      none: 'सदस्य बनने के बाद कोई कक्षा समाप्त नहीं हुई',
    },
  },
  history: 'सत्र',
  presences: {
    present: 'उपस्थित',
    absent: 'अनुपस्थित',
    running: 'अभी दर्ज नहीं',
    'not-yet-a-member': 'तब सदस्य नहीं',
    'not-a-member': 'सदस्यता के बाहर',
    withdrawn: 'उपस्थिति वापस ली गई',
  },
  methods: {
    kiosk: 'संस्थान की स्क्रीन पर पासकी',
    'room-code': 'विद्यार्थी के फ़ोन पर पासकी और कक्ष कोड',
    hand: 'हाथ से',
    office: 'कार्यालय से',
  },
})
