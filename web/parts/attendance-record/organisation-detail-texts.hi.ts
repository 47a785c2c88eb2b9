import { inHindi } from '#contract/languages.ts'
import { organisationDetailTexts } from './organisation-detail-texts.ts'

export const hindiOrganisationDetailTexts = inHindi(organisationDetailTexts, {
  attendance: 'उपस्थिति का विवरण',
  totalClasses: 'कुल कक्षाएँ',
  totalAttendance: 'कुल उपस्थिति',
  percentage: 'प्रतिशत',
  contact: 'संपर्क का विवरण',
  email: 'ईमेल',
  phoneNumber: 'फ़ोन नंबर',
  address: 'पता',
  addressLine1: 'पता, पंक्ति 1',
  addressLine2: 'पता, पंक्ति 2',
  city: 'शहर',
  state: 'राज्य',
  notAMember: 'यह संस्थान आपकी सूची में नहीं है',
  notAMemberHint: 'उसके कोड से उसे जोड़ें, या अपने संस्थानों पर लौटें।',
})
