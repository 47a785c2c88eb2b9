/** Below an email that the other tab knows. */
export const otherCategoryTexts = {
  belongs: {
    ORG: 'An organisation is registered with this email.',
    STD: 'A student is registered with this email.',
  },
  switchTo: { ORG: 'Go on as an organisation', STD: 'Go on as a student' },
} as const
