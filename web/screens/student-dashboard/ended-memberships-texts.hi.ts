import { inHindi } from '#contract/languages.ts'
import { endedMembershipsTexts } from './ended-memberships-texts.ts'

export const hindiEndedMembershipsTexts = inHindi(endedMembershipsTexts, {
  corrected: {
    title: (institute) => `${institute} ने आपका रोल नंबर सुधारा है`,
    reason: (rollNumber, time) => `अब वह ${rollNumber} है। संस्थान ने इसे ${time} को सुधारा। आपकी उपस्थिति वैसी ही रहती है।`,
    changed: (before, rollNumber, time) =>
      `आपका रोल नंबर ${before} था और अब ${rollNumber} है। संस्थान ने इसे ${time} को बदला। आपकी उपस्थिति वैसी ही रहती है।`,
    seen: 'मैंने देख लिया',
    advice: 'यदि यह ग़लती है, तो कृपया संस्थान के कार्यालय से पूछें।',
  },
  'gave-way': {
    title: (institute) => `अब आप ${institute} के विद्यार्थी नहीं हैं`,
    reason: (rollNumber, time) =>
      `आपका ईमेल सत्यापित नहीं था, और किसी दूसरे विद्यार्थी ने आपके रोल नंबर ${rollNumber} से पंजीकरण किया: ${time}।`,
    advice:
      'यदि यह नंबर आपका है, तो संस्थान को उसके कोड से फिर जोड़ें। यदि वह स्वीकार न हो, या नंबर आपका नहीं था, तो कृपया संस्थान के कार्यालय से पूछें।',
  },
  'taken-out': {
    title: (institute) => `${institute} ने आपको अपने विद्यार्थियों से हटा दिया है`,
    reason: (rollNumber, time) =>
      `वहाँ आपका रोल नंबर ${rollNumber} था। आपको ${time} को हटाया गया। आपकी उपस्थिति का रिकॉर्ड रखा गया है।`,
    advice: 'यदि यह भूल है, तो कृपया संस्थान के कार्यालय से पूछें। संस्थान के कोड से आप फिर जुड़ सकते हैं।',
  },
  joined: {
    title: (institute) => `${institute} में आपके दो खाते अब एक व्यक्ति हैं`,
    reason: (rollNumber, time) =>
      `इस खाते का रोल नंबर ${rollNumber} था। संस्थान ने ${time} को इसे आपके दूसरे खाते से जोड़ा। आपकी उपस्थिति वहाँ रखी गई है।`,
    advice: 'कृपया दूसरे खाते से लॉग इन करें। यदि यह भूल है, तो आज ही संस्थान के कार्यालय से पूछें।',
  },
  left: {
    title: (institute) => `आपने ${institute} छोड़ दिया है`,
    reason: (rollNumber, time) =>
      `वहाँ आपका रोल नंबर ${rollNumber} था। आपने ${time} को संस्थान छोड़ा। आपकी उपस्थिति का रिकॉर्ड रखा गया है।`,
    advice: 'संस्थान के कोड से आप फिर जुड़ सकते हैं।',
  },
})
