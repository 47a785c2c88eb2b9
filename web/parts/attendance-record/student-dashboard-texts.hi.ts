import { inHindi } from '#contract/languages.ts'
import { studentDashboardTexts } from './student-dashboard-texts.ts'

export const hindiStudentDashboardTexts = inHindi(studentDashboardTexts, {
  title: 'आपके संस्थान',
  addInstitute: 'संस्थान जोड़ें',
  showDetails: 'विवरण देखें',
  noClasses: 'अभी कोई कक्षा नहीं',
  email: 'ईमेल',
  phoneNumber: 'फ़ोन नंबर',
  city: 'शहर',
  code: 'संस्थान कोड',
  empty: 'अभी कोई संस्थान नहीं',
  emptyHint: 'अपने संस्थान से उसका कोड लें, फिर उसे यहाँ जोड़ें।',
  showMore: 'और दिखाएँ',
})
