import type { DeskTexts } from '#contract/desk-texts.ts'

/** Every sentence of contract/desk-texts.ts in Hindi. */
export const hindiDeskTexts: DeskTexts = {
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
  end: {
    action: 'सत्र समाप्त करें',
    title: (number) => `सत्र ${number} समाप्त करें?`,
    hint: (present, members) =>
      `अब तक ${members} में से ${present} की उपस्थिति दर्ज है। समाप्त होने के बाद विद्यार्थी इस सत्र में उपस्थिति दर्ज नहीं कर सकते, और अगला सत्र तुरंत शुरू हो सकता है।`,
    takeBackHint: 'क्या यह ग़लती से शुरू हुआ? वापस लेने पर यह कक्षा के रूप में नहीं गिना जाता।',
    takeBack: 'इसे वापस लें',
    ended: 'सत्र समाप्त हुआ',
    takenBack: 'सत्र वापस लिया गया',
  },
}
