export const joinPosterTexts = {
  way: 'Join link and poster',
  title: 'Join link and poster',
  lead: 'A student who opens the link registers with your institute: its code is filled in. A student who has an account adds your institute by it.',
  link: 'Join link',
  copy: 'Copy the link',
  copied: 'Join link copied to clipboard',
  copyFailed: 'Copying is not possible here. Select the link and copy it.',
  print: 'Print the poster',
  poster: 'Poster',
  call: 'Register for attendance',
  qrCode: 'QR code of the join link',
  byHand: (address: string) => `Or open ${address} and type this code:`,
  steps: [
    'Scan the code with your phone.',
    'Fill in the form, with an email address that you read.',
    'Follow the link in the mail, and register a passkey on your phone.',
  ],
} as const
