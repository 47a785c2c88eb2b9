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
  kiosk: {
    stillThere: 'क्या आप अब भी यहाँ हैं?',
    stillThereHint: 'अपने फ़ोन पर पुष्टि करें, या रद्द करें। अगला विद्यार्थी सीधे लिख भी सकता है।',
    oneMoment: 'एक क्षण',
    oneMomentHint: 'सर्वर अभी उत्तर नहीं दे रहा है। जो हस्ताक्षर हुआ, वह फिर भेजा जा रहा है।',
    presentSince: (time) => `${time} से उपस्थित`,
    fullScreen: 'पूरी स्क्रीन',
    leaveFullScreen: 'पूरी स्क्रीन से बाहर',
    lack: {
      webauthn:
        'यह ब्राउज़र पासकी का उपयोग नहीं कर सकता, इसलिए यहाँ उपस्थिति दर्ज नहीं हो सकती। यह पेज Chrome, Edge, Firefox या Safari के नए संस्करण में खोलें।',
      hybrid:
        'यह कंप्यूटर QR कोड से फ़ोन को नहीं पूछ सकता: इसमें ब्लूटूथ नहीं है, या इसका ब्राउज़र ऐसा नहीं कर सकता। उपस्थिति केवल सुरक्षा कुंजी से दर्ज हो सकती है।',
    },
    unanswered: 'क्या फ़ोन ने जवाब नहीं दिया? इस कंप्यूटर और फ़ोन पर ब्लूटूथ चालू करें: कोई ब्राउज़र नहीं बताता कि वह चालू है या नहीं।',
  },
  end: {
    action: 'सत्र समाप्त करें',
    title: (number) => `सत्र ${number} समाप्त करें?`,
    hint: (present, members) =>
      `${members} में से ${present} की उपस्थिति दर्ज है। समाप्त होने के बाद विद्यार्थी इस सत्र में उपस्थिति दर्ज नहीं कर सकते, और अगला सत्र तुरंत शुरू हो सकता है।`,
    takeBackHint: 'क्या यह ग़लती से शुरू हुआ? वापस लेने पर यह कक्षा के रूप में नहीं गिना जाता।',
    takeBack: 'इसे वापस लें',
    ended: 'सत्र समाप्त हुआ',
    takenBack: 'सत्र वापस लिया गया',
  },
}
