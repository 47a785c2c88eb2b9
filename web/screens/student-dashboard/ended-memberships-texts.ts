export const endedMembershipsTexts = {
  corrected: {
    title: (institute: string) => `${institute} has corrected your roll number`,
    reason: (rollNumber: string, time: string) =>
      `It is now ${rollNumber}. The institute corrected it on ${time}. Your attendance stays the same.`,
    changed: (before: string, rollNumber: string, time: string) =>
      `Your roll number was ${before} and is ${rollNumber}. The institute changed it on ${time}. Your attendance stays the same.`,
    seen: 'I have seen it',
    advice: 'If this is a mistake, please ask the institute’s office.',
  },
  'gave-way': {
    title: (institute: string) => `${institute} no longer has you as a student`,
    reason: (rollNumber: string, time: string) =>
      `Your email was not verified when another student registered with your roll number ${rollNumber}, on ${time}.`,
    advice:
      'If the number is yours, add the institute again with its code. If that is refused, or if the number was not yours, please ask the institute’s office.',
  },
  'taken-out': {
    title: (institute: string) => `${institute} has removed you from its students`,
    reason: (rollNumber: string, time: string) =>
      `Your roll number there was ${rollNumber}. The institute removed you on ${time}. Your attendance record is kept.`,
    advice: 'If this is a mistake, please ask the institute’s office. You can join again with the institute’s code.',
  },
  joined: {
    title: (institute: string) => `Your two accounts at ${institute} are one person now`,
    reason: (rollNumber: string, time: string) =>
      `This account had the roll number ${rollNumber}. The institute joined it with your other account on ${time}. Your attendance is kept there.`,
    advice: 'Please log in with the other account. If this is a mistake, please ask the institute’s office today.',
  },
  left: {
    title: (institute: string) => `You have left ${institute}`,
    reason: (rollNumber: string, time: string) =>
      `Your roll number there was ${rollNumber}. You left on ${time}. Your attendance record is kept.`,
    advice: 'You can join again with the institute’s code.',
  },
} as const
