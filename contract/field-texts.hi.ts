import { fieldTexts } from './field-texts.ts'
import { inHindi } from './languages.ts'

export const hindiFieldTexts = inHindi(fieldTexts, {
  name: 'नाम',
  firstName: 'पहला नाम',
  lastName: 'उपनाम',
  instituteCode: 'संस्थान कोड',
  rollNumber: 'संस्थान का रोल नंबर',
  email: 'ईमेल',
  phoneNumber: 'फ़ोन नंबर',
  addressLine1: 'पता, पंक्ति 1',
  addressLine2: 'पता, पंक्ति 2',
  state: 'राज्य',
  city: 'शहर',
  pinCode: 'पिन कोड',
  password: 'पासवर्ड',
  needed: 'कृपया इसे भरें।',
  emailWrong: 'ईमेल पता लिखें, जैसे name@example.org।',
  phoneNumberWrong: '5 से 20 अंक, रिक्त स्थान, कोष्ठक या डैश लिखें।',
  rollNumberWrong: 'अधिकतम 32 अक्षर, अंक और . _ / - लिखें',
  textWrong: (max) => `अधिकतम ${max} सामान्य अक्षर लिखें।`,
  textHidden: 'इसमें एक ऐसा वर्ण है जो दिखता नहीं। कृपया इसे मिटाएँ और ख़ुद टाइप करें।',
  passwordHint: 'कम से कम 8 अक्षर; 15 या अधिक हों तो बेहतर। अपना नाम, ईमेल या सीधा क्रम न लिखें।',
  passwordCount: (typed, needed) => `${needed} में से ${typed} अक्षर।`,
  passwordFine: 'लंबाई पर्याप्त है। 15 या अधिक अक्षर हों तो बेहतर।',
  passwordStrong: 'लंबाई अच्छी है।',
})
