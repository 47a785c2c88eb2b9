import { inHindi } from './languages.ts'
import { organisationDashboardTexts } from './organisation-dashboard-texts.ts'

export const hindiOrganisationDashboardTexts = inHindi(organisationDashboardTexts, {
  title: 'पंजीकृत विद्यार्थी',
  totalClasses: (classes) => `कुल कक्षाएँ: ${classes}`,
  columns: {
    id: 'क्रम संख्या',
    rollno: 'विद्यार्थी का रोल नंबर',
    uid: 'विद्यार्थी का UID',
    name: 'विद्यार्थी का नाम',
    email: 'विद्यार्थी का ईमेल',
    phno: 'विद्यार्थी का फ़ोन नंबर',
    att: 'कुल उपस्थिति',
  },
  empty: (code) => `अभी कोई विद्यार्थी नहीं। उन्हें अपना कोड ${code} दें।`,
  emptyHint: 'पंजीकरण में वे ‘विद्यार्थी’ चुनते हैं और इसे संस्थान कोड में लिखते हैं।',
  emailNotVerified: 'ईमेल सत्यापित नहीं',
  noPasskey: 'अभी पासकी नहीं',
})
