import type { LoginEndTexts } from '#contract/login-end-texts.ts'

/** What the login says after a login that ended by itself, in Hindi. */
export const hindiLoginEndTexts: LoginEndTexts = {
  title: 'आप लॉग आउट हो गए हैं',
  unused: {
    STD: 'इस ब्राउज़र में तीन दिन से Rollkey का उपयोग नहीं हुआ।',
    ORG: 'इस ब्राउज़र में एक घंटे से Rollkey का उपयोग नहीं हुआ।',
  },
  otherTab: 'इस ब्राउज़र के किसी दूसरे टैब में खाते से लॉग आउट किया गया।',
  unknown: {
    STD: 'लॉगिन तीन दिन तक उपयोग न होने पर, अधिक से अधिक 14 दिन बाद, या किसी दूसरे उपकरण पर खाता बदले जाने या लॉग आउट किए जाने पर समाप्त हो जाता है।',
    ORG: 'लॉगिन एक घंटे तक उपयोग न होने पर, अधिक से अधिक 12 घंटे बाद, या किसी दूसरे उपकरण पर खाता बदले जाने या लॉग आउट किए जाने पर समाप्त हो जाता है।',
  },
  goOn: 'जहाँ थे वहीं से आगे बढ़ने के लिए फिर से लॉग इन करें।',
}
