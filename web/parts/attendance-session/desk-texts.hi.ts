import { inHindi } from '#contract/languages.ts'
import { deskTexts } from './desk-texts.ts'

export const hindiDeskTexts = inHindi(deskTexts, {
  running: {
    title: (number) => `सत्र ${number} चल रहा है`,
    endsIn: 'समाप्त होने में',
    present: 'उपस्थित',
    back: 'सत्र पर वापस जाएँ',
    startIsBack: 'उपस्थिति शुरू करें: सत्र पर वापस जाएँ',
  },
  sheet: {
    running: 'कौन उपस्थित है',
    checks: 'सिर गिनना, औचक जाँच, हाथ से उपस्थिति',
  },
  last: {
    title: (number) => `सत्र ${number} समाप्त हुआ`,
    hand: (time) => `${time} तक विद्यार्थियों की उपस्थिति हाथ से दर्ज की जा सकती है।`,
    draw: (time) => `${time} तक औचक जाँच के लिए विद्यार्थी चुने जा सकते हैं।`,
  },
  end: {
    action: 'सत्र समाप्त करें',
    title: (number) => `सत्र ${number} समाप्त करें?`,
    hint: (present, members) =>
      `अब तक ${members} में से ${present} की उपस्थिति दर्ज है। समाप्त होने के बाद विद्यार्थी इस सत्र में उपस्थिति दर्ज नहीं कर सकते, और अगला सत्र तुरंत शुरू हो सकता है।`,
    afterwards:
      'इसके बाद ‘कौन उपस्थित है’ में आप 24 घंटे तक हाथ से उपस्थिति दर्ज कर सकते हैं, और 10 मिनट तक औचक जाँच के लिए विद्यार्थी चुन सकते हैं।',
    takeBackHint: 'क्या यह ग़लती से शुरू हुआ? वापस लेने पर यह कक्षा के रूप में नहीं गिना जाता।',
    takeBack: 'इसे वापस लें',
    ended: 'सत्र समाप्त हुआ',
    takenBack: 'सत्र वापस लिया गया',
    takenBackHint: 'यह कक्षा के रूप में नहीं गिना जाता।',
  },
})
