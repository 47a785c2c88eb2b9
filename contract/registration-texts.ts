export const registrationTexts = {
  title: 'Register',
  kind: 'Who registers',
  action: 'Register',
  studentNote: ['Your institute gives you its code. It has eight characters and looks like ', 'K7QF-3M9T', '.'],
  organisationNote: 'You get an institute code. Put it on the board once; students register with it.',
  busy: 'Registering...',
  done: 'Registered successfully!!',
  invalidInstituteCode: 'Invalid org-code',
  loginLink: 'Already Registered? Login Now',
} as const
