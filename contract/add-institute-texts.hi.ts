import { addInstituteTexts } from './add-institute-texts.ts'
import { inHindi } from './languages.ts'

export const hindiAddInstituteTexts = inHindi(addInstituteTexts, {
  placeholder: 'संस्थान का अपना कोड लिखें',
  field: 'संस्थान कोड',
  hint: 'आपका संस्थान इसे अपने डैशबोर्ड पर दिखाता है। यह K7QF-3M9T जैसा दिखता है।',
  missing: 'संस्थान कोड लिखें।',
  busy: 'जोड़ा जा रहा है...',
  done: 'नया संस्थान जुड़ गया',
  duplicate: 'पहले से जुड़ा हुआ है',
  number: 'इस संस्थान में आपका रोल नंबर',
  numberHint: 'वहाँ आपका नंबर किसी दूसरे विद्यार्थी का है। वह लिखें जो इस संस्थान ने आपको दिया है।',
})
