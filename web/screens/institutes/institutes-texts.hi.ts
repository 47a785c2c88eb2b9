import { inHindi } from '#contract/languages.ts'
import { institutesTexts } from './institutes-texts.ts'

export const hindiInstitutesTexts = inHindi(institutesTexts, {
  title: 'कौन सा संस्थान?',
  hint: 'चुनें कि आप अभी कहाँ काम करते हैं। आपकी पासकी माँगी जाती है।',
  one: 'आपकी पासकी संस्थान को खोलती है।',
  begin: (institute) => `${institute} के लिए काम करें`,
  none: 'कोई संस्थान नहीं',
  noneHint: 'किसी संस्थान ने आपको आमंत्रित नहीं किया है, या आपका काम समाप्त हो गया है।',
  addPasskey: 'पहले पासकी जोड़ें',
  addPasskeyHint: 'हर व्यक्ति अपनी पासकी से काम करता है। जिसके पास फ़ोन नहीं है, वह सुरक्षा कुंजी लेता है।',
  held: (moment) => `आपकी नई पासकी ${moment} से काम करती है, या जैसे ही आपसे मिल चुका संस्थान का कोई स्वामी उसकी पुष्टि करे।`,
})
