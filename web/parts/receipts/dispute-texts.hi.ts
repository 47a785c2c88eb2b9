import { inHindi } from '#contract/languages.ts'
import { hindiWayWords } from '#contract/way-words.hi.ts'
import { disputeTexts } from './dispute-texts.ts'

export const hindiDisputeTexts = inHindi(disputeTexts, {
  running: {
    classOf: (institute) => `${institute} की कक्षा`,
    runs: (title) => `अभी: ${title}`,
    runsIn: (title, room) => `अभी ${room} में: ${title}`,
    until: (time) => `${time} तक`,
    since: (end, marked) => `${end} तक · आप ${marked} से यहाँ हैं`,
    here: 'आप यहाँ हैं',
    checkIn: 'चेक-इन करें',
    atScreen: 'आपकी उपस्थिति संस्थान की स्क्रीन पर लगती है',
    askAtFront: (moment) => `${moment} तक सामने पूछें`,
  },
  wasThere: 'मैं वहाँ था/थी',
  youSaidThere: 'आपने कहा: मैं वहाँ था/थी',
  youSaidThereIn: (words) => `आपने कहा: मैं वहाँ था/थी। “${words}”`,
  wasThereQuestion: 'क्या आप वहाँ थे?',
  wasThereText: 'आपके संस्थान को बताया जाएगा कि आप वहाँ थे। उनके जाँचने तक यह उपस्थिति वापस ली हुई रहती है।',
  absentText: 'आपके संस्थान को बताया जाएगा कि आप वहाँ थे। उनके जाँचने तक अनुपस्थिति बनी रहती है।',
  words: 'आपके शब्द',
  wordsHint: 'जैसे, आप कहाँ बैठे थे। आपका संस्थान इसे पढ़ता है।',
  takeBack: 'आपत्ति वापस लें',
  takenBack: 'आपका संस्थान देखता है कि आपने आपत्ति वापस ली।',
  ways: hindiWayWords,
  evidence: 'साक्ष्य लें',
  evidenceTaken: 'साक्ष्य फ़ाइल सहेज ली गई है। कोई भी उसे /verify पर जाँच सकता है।',
  decidedAbsent: 'आपका संस्थान: आप अनुपस्थित गिने जाते हैं।',
  checkedInAt: (course, time) => `${course}: ${time} पर चेक-इन`,
  inCourse: {
    present: (session) => `सत्र ${session}`,
    late: (session) => `सत्र ${session}, देर से`,
    'left-early': (session) => `सत्र ${session}, जल्दी गया`,
    excused: (session) => `सत्र ${session}, छूट`,
    absent: (session) => `सत्र ${session}, अनुपस्थित`,
    'after-closing': (session) => `सत्र ${session}। यह नहीं गिना जाता: यह समय के बाद आया।`,
    guest: (session) => `सत्र ${session}। यह नहीं गिना जाता: आप इस पाठ्यक्रम में नामांकित नहीं हैं।`,
  },
  decided: {
    present: 'आपका संस्थान: यह उपस्थिति गिनी जाती है।',
    late: 'आपका संस्थान: आप देर से आए।',
    'left-early': 'आपका संस्थान: आप जल्दी गए।',
    excused: 'आपका संस्थान: आपको छूट है।',
    absent: 'आपके संस्थान ने यह उपस्थिति वापस ले ली है।',
  },
})
