import type { SettingsTexts } from '#contract/settings-texts.ts'

/** Every sentence of contract/settings-texts.ts in Hindi. */
export const hindiSettingsTexts: SettingsTexts = {
  title: 'सेटिंग',
  hint: 'आपके पूरे संस्थान के लिए। बदलाव के लिए आपका पासवर्ड या पासकी चाहिए।',
  times: 'समय',
  timesHint: 'ईमेल, रिपोर्ट और निर्यात इसी समय क्षेत्र में समय लिखते हैं।',
  timeZone: 'समय क्षेत्र',
  timeZoneHint: 'जैसे Asia/Kolkata या Europe/London।',
  timeZoneWrong: 'सूची से समय क्षेत्र चुनें, जैसे Asia/Kolkata।',
  noZone: 'कोई नहीं चुना: रिपोर्ट पढ़ने वाले के कंप्यूटर का समय दिखाती हैं, और ईमेल UTC।',
  nowThere: (time) => `वहाँ अभी ${time} है।`,
  thisZone: (zone) => `${zone} रखें, जैसा इस कंप्यूटर पर है`,
  save: 'समय क्षेत्र सहेजें',
  saved: 'सेटिंग सहेजी गई',
  displayNames: 'स्क्रीन पर नाम',
  displayNamesHint: 'जिस स्क्रीन को पूरा कमरा देखता है, वह उपस्थित विद्यार्थियों के नाम कैसे दिखाए।',
  joinHint: 'वह लिंक और पोस्टर जिनसे विद्यार्थी आपके संस्थान में पंजीकरण करते हैं।',
  names: { short: 'अनन्या कृ.', full: 'अनन्या कृष्णन', off: 'कोई नाम नहीं' },
}
