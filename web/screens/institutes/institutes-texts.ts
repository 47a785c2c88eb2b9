export const institutesTexts = {
  title: 'Which institute?',
  hint: 'Choose where you work now. Your passkey is asked for.',
  one: 'Your passkey opens the institute.',
  begin: (institute: string) => `Work for ${institute}`,
  none: 'No institute',
  noneHint: 'No institute has invited you, or your work has ended.',
  addPasskey: 'Add a passkey first',
  addPasskeyHint: 'Each person acts with an own passkey. Who has no phone takes a security key.',
  held: (moment: string) =>
    `Your new passkey works from ${moment} on, or as soon as an owner of the institute who has seen you confirms it.`,
} as const
