import { countInHindi, inHindi } from './languages.ts'
import { reportTexts } from './report-texts.ts'

/** Every sentence of contract/report-texts.ts in Hindi. */
export const hindiReportTexts = inHindi(reportTexts, {
  below75: (below, students) =>
    `${countInHindi(students, '#')} में से ${countInHindi(below, '# विद्यार्थी 75% से कम पर है।', '# विद्यार्थी 75% से कम पर हैं।')}`,
  of: 'किसकी रिपोर्ट',
  whole: 'पूरा संस्थान',
  register: 'रजिस्टर',
  uncounted: { cancelled: 'रद्द', 'not-taken': 'उपस्थिति नहीं ली गई' },
  noCourse: 'अभी कोई पाठ्यक्रम नहीं',
  noCourseHint: 'कार्यालय आपको आपके पाठ्यक्रम देता है।',
  changeStudent: 'सुधारें या हटाएँ',
  trend: (sessions, share, before) => `पिछले ${sessions} सत्रों में ${share} उपस्थित थे, उनसे पहले ${before}।`,
  noTrend: 'रुझान के लिए सत्र बहुत कम हैं।',
  classRunning: 'एक कक्षा चल रही है',
  csvHint: 'स्प्रेडशीट के लिए XLSX लें: CSV से वह 007 को 7 पढ़ती है और लंबी संख्याओं को पूर्णांकित कर देती है।',
  counted: (heads) => `कक्षा में गिने गए: ${heads}`,
})
