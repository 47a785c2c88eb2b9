export const recoverPasswordTexts = {
  title: 'Recover your password',
  text: 'We send a link to your registered email. It works once, for 30 minutes.',
  sentTo: 'Open the mail and follow its link. It can take a minute; look in spam, too.',
  note: 'A new password ends every session that is still open somewhere.',
  send: 'Send Recovery Email',
  back: 'Back to Login',
  sent: 'Recovery mail sent to the provided email',
  notRegistered: 'You are not registered with this email',
} as const
