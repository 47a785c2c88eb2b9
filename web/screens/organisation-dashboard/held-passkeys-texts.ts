export const heldPasskeysTexts = {
  title: 'New passkeys to confirm',
  hint: 'These students have replaced a lost passkey. Confirm it when the student stands before you with the device.',
  times: (created: string, until: string) => `Registered ${created}; works without confirmation from ${until} on.`,
  confirm: 'Confirm',
  confirmNamed: (student: string) => `Confirm the passkey of ${student}`,
  confirmed: (student: string) => `${student} can be marked present now`,
} as const
