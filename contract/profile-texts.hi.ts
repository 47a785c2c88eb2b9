import { inHindi } from './languages.ts'
import { profileTexts } from './profile-texts.ts'

/** What is being changed, as Hindi names it. */
const changed = { name: 'नाम', email: 'ईमेल', phoneNumber: 'फ़ोन नंबर', password: 'पासवर्ड' }

export const hindiProfileTexts = inHindi(profileTexts, {
  idCopied: 'आईडी क्लिपबोर्ड पर कॉपी हो गई',
  updateEmail: 'ईमेल बदलें',
  updatePhoneNumber: 'फ़ोन नंबर बदलें',
  changePassword: 'पासवर्ड बदलें',
  modalTitle: (field) => `${changed[field]} बदलें`,
  emailUpdated: 'ईमेल बदल गया',
  phoneNumberUpdated: 'फ़ोन नंबर बदल गया',
  passwordUpdated: 'पासवर्ड बदल गया',
  updateFailed: (field) => `${changed[field]} नहीं बदला जा सका`,
  passwordNeeded: 'ईमेल बदलने के लिए कृपया अपना पासवर्ड लिखें।',
  phoneNumberNeeded: 'कृपया मोबाइल नंबर लिखें',
  bothPasswordsNeeded: 'कृपया पुराना और नया, दोनों पासवर्ड लिखें।',
  oldPassword: 'पुराना पासवर्ड',
  newPassword: 'नया पासवर्ड',
  title: 'प्रोफ़ाइल',
  copyId: (id) => `आईडी ${id} कॉपी करें`,
  copyFailed: 'यहाँ कॉपी नहीं किया जा सकता। आईडी को चुनकर स्वयं कॉपी करें।',
  email: 'ईमेल',
  phoneNumber: 'फ़ोन नंबर',
  newEmail: 'नया ईमेल',
  newEmailNeeded: 'नया ईमेल लिखें।',
  newPhoneNumber: 'नया फ़ोन नंबर',
  currentPassword: 'मौजूदा पासवर्ड',
  mailNote: 'हम नए पते पर सत्यापन मेल भेजते हैं। उसकी पुष्टि होने तक केवल आपकी प्रोफ़ाइल खुली रहती है।',
  sessionsNote: 'बाक़ी डिवाइस लॉग आउट हो जाते हैं।',
})
