import { countInHindi, inHindi } from '#contract/languages.ts'
import { roomTexts } from './room-texts.ts'

export const hindiRoomTexts = inHindi(roomTexts, {
  mode: 'यहाँ उपस्थिति कैसे दर्ज हो',
  modes: { room: 'पूरा कमरा', single: 'एक-एक करके' },
  code: 'उपस्थिति का कोड',
  checkInTo: 'यहाँ उपस्थिति दर्ज करें',
  here: (present, members) => `${members} में से ${present} यहाँ`,
  guests: (count) => countInHindi(count, '# अतिथि'),
  afterClosing: (count) => `${count} समय के बाद`,
  newestFirst: 'सबसे नए पहले',
  noConnection: 'कनेक्शन नहीं है',
  codeIsComing: 'कोड आ रहा है',
  codeIsOver: 'यह कोड अब मान्य नहीं है। कनेक्शन होते ही अगला आएगा।',
  sheet: 'कौन उपस्थित है',
  backToSheet: 'पत्रक पर वापस',
  readableTo: (metres) => `${metres} मीटर तक पढ़ा जा सकता है; और पीछे अक्षर लिखें।`,
  readableToHeights: (heights) => `इस चित्र की ऊँचाई के ${heights} गुना तक पढ़ा जा सकता है; और पीछे अक्षर लिखें।`,
  pictureHeight: 'चित्र की ऊँचाई',
  metres: 'मी.',
})
