export const emailNotVerifiedTexts = {
  title: 'Verification Mail sent to your Registered Email',
  resend: 'Resend Verification Code',
  textBefore: 'Open the mail we sent to ',
  textAfter: ', follow its link to verify, then come back and refresh this page. This page also goes on by itself.',
  refresh: 'Refresh',
  resendIn: (seconds: string) => `You can resend in ${seconds} s.`,
  note: 'The mail can take a minute. If it is not in your inbox, look in spam. A new mail ends the link of the one before.',
  stillNot: 'Not verified yet. Open the mail and follow its link.',
} as const
