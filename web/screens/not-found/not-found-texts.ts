export const notFoundTexts = {
  title: 'This page is not in the register',
  text: 'The address may be mistyped, or the page has moved.',
  home: 'Go to the start page',
  login: 'Go to Login',
  row: 'not found',
  note: 'Nothing has been changed or lost.',
} as const
