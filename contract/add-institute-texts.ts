export const addInstituteTexts = {
  placeholder: 'Enter the unique Institute code',
  field: 'Institute code',
  hint: 'Your institute shows it on its dashboard. It looks like K7QF-3M9T.',
  missing: 'Enter an institute code.',
  busy: 'Adding...',
  done: 'New Instititue added',
  duplicate: 'Already added',
  number: 'Your roll number at this institute',
  numberHint: 'Another student there has your number. Enter the one that this institute gave you.',
} as const
