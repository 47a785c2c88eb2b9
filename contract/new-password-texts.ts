export const newPasswordTexts = {
  title: 'Set a new password',
  newPassword: 'New Password',
  confirm: 'Confirm New Password',
  linkMissing:
    'This link is not complete, or the page was reloaded. Open the link in the mail again, or ask for a new one.',
  askAgain: 'Ask for a new mail',
  note: 'The link in the mail works once. Afterwards, log in with the new password.',
  action: 'Set New Password',
  mismatch: 'Passwords do not match',
  tooShort: 'Password must be at least 8 characters long',
  tooLong: (max: number) => `Password must be at most ${max} characters long`,
  repetition: 'Password must not be one character repeated',
  sequence: 'Password must not be a plain sequence',
  contains: (word: string) => `Password must not contain ‘${word}’`,
  tooCommon: 'This password is among the most common ones. Please choose another',
  done: 'Password updated',
  failed: 'Failed to reset password',
} as const
