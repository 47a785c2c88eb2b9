export const replacePasskeyTexts = {
  title: 'Replace your passkey',
  text: (hours: string) =>
    `A new passkey takes the place of the lost one. You can use it for attendance in ${hours} hours, or as soon as your institute confirms it.`,
  note: 'The link in the mail works once, for 30 minutes.',
  linkMissing:
    'This link is not complete, or the page was reloaded. Open the link in the mail again, or ask for a new one in your profile.',
  toLogin: 'Go to Login',
} as const
