import { inHindi } from '#contract/languages.ts'
import { otherCategoryTexts } from './other-category-texts.ts'

export const hindiOtherCategoryTexts = inHindi(otherCategoryTexts, {
  belongs: {
    ORG: 'इस ईमेल से एक संस्थान पंजीकृत है।',
    STD: 'इस ईमेल से एक विद्यार्थी पंजीकृत है।',
  },
  switchTo: { ORG: 'संस्थान के रूप में आगे बढ़ें', STD: 'विद्यार्थी के रूप में आगे बढ़ें' },
})
