export const membersTexts = {
  open: 'Correct the roll number or remove the student',
  rollNumber: 'Roll number',
  rollNumberHint: 'A student with a verified email gets a mail ten minutes later. Attendance stays as it is.',
  correct: 'Correct',
  corrected: (student: string, rollNumber: string) => `${student} now has the roll number ${rollNumber}`,
  remove: 'Remove student',
  removeHint:
    'A removed student cannot be marked here any more, and reads it on the dashboard. With a verified email, a mail follows ten minutes later. Reports of earlier sessions stay as they are. With your code the student can join again.',
  removeNow: (student: string) => `Yes, remove ${student}`,
  removed: (student: string) => `${student} was removed`,
} as const
