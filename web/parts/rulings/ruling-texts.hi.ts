import { inHindi } from '#contract/languages.ts'
import { rulingTexts } from './ruling-texts.ts'

export const hindiRulingTexts = inHindi(rulingTexts, {
  decision: {
    title: 'एक उपस्थिति पर निर्णय',
    column: 'निर्णय',
    decide: 'बदलें',
    decideNamed: (student) => `${student} की उपस्थिति बदलें`,
    status: 'निर्णय',
    statuses: { present: 'उपस्थिति बनी रहे', absent: 'उपस्थिति वापस ली जाए' },
    counts: 'उपस्थिति गिनी जाए',
    reason: 'कारण',
    reasonHint: 'विद्यार्थी इसे पढ़ता है।',
    absent: 'इस विद्यार्थी की उपस्थिति दर्ज नहीं है। आपका निर्णय उसे बिना हस्ताक्षर के जोड़ता है।',
    wasThere: 'उपस्थिति जोड़ें',
    wasThereNamed: (student) => `${student} की उपस्थिति जोड़ें`,
    note: 'टिप्पणी',
    noteHint: 'केवल आपके संस्थान के लिए।',
    kept: 'कुछ मिटाया नहीं जाता: उपस्थिति और हर निर्णय उसके इतिहास में रहते हैं।',
    save: 'निर्णय सहेजें',
    stands: 'यही रहेगा',
    done: {
      present: 'यह उपस्थिति गिनी जाती है। विद्यार्थी को बताया गया है।',
      absent: 'यह उपस्थिति वापस ली गई है। विद्यार्थी को बताया गया है।',
    },
    history: 'इस उपस्थिति का इतिहास',
    marked: {
      screen: 'स्क्रीन पर पासकी से उपस्थिति दर्ज',
      'room-code': 'कमरे के कोड और पासकी से उपस्थिति दर्ज',
      hand: 'हाथ से उपस्थिति दर्ज',
      office: 'कार्यालय से उपस्थिति दर्ज',
    },
    disputed: 'विद्यार्थी की आपत्ति',
    decided: {
      dispute: { present: 'आपत्ति का उत्तर: उपस्थिति बनी रही', absent: 'आपत्ति का उत्तर: उपस्थिति वापस ली गई' },
      withdrawal: { present: 'आपत्ति का उत्तर: उपस्थिति गिनी जाती है', absent: 'आपत्ति का उत्तर: उपस्थिति वापस ही रही' },
      staff: { present: 'उपस्थिति फिर गिनी जाती है', absent: 'उपस्थिति वापस ली गई' },
    },
    noted: (note) => `टिप्पणी: ${note}`,
  },
  meanwhile: {
    title: 'आपका निर्णय सहेजा नहीं गया',
    hint: 'इस बीच किसी और ने निर्णय लिया। वही मान्य है, जब तक आप अभी दूसरा निर्णय न सहेजें।',
  },
  evidence: {
    hint: 'यह विद्यार्थी के हस्ताक्षर वाली एक फ़ाइल है। कोई भी इसे /verify पर जाँच सकता है। ऑडिट लॉग में रहता है कि आपने इसे लिया।',
    take: 'साक्ष्य लें',
    taken: 'साक्ष्य फ़ाइल सहेज ली गई है।',
  },
  disputes: {
    title: (count) => `विद्यार्थियों की आपत्तियाँ: ${count}`,
    markedIn: (number, time) => `सत्र ${number} में दर्ज, ${time}`,
    absentIn: (number, time) => `सत्र ${number} में अनुपस्थित, ${time}`,
    ofCourse: (course, number, time) => `${course}, सत्र ${number}, ${time}`,
    said: {
      'not-me': (time) => `‘यह मैंने नहीं किया’, ${time}`,
      'was-there': (time) => `‘मैं वहाँ था/थी’, ${time}`,
    },
    answer: 'उत्तर दें',
    answerNamed: (student, session) => `${student} को उत्तर दें, सत्र ${session}`,
    onlyOldest: (count) => `सबसे पुरानी ${count} दिखाई गई हैं।`,
  },
})
