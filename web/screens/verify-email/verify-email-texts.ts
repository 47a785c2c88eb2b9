export const verifyEmailTexts = {
  busy: 'Verifying your Email...',
  done: 'Verification Successfull',
  doneHint: 'You can close this page now',
  failed: 'Verification Failed',
  failedHint: 'Verification failed. Please try again!',
  refused:
    'The link has been opened before, is too old, is not complete, or a newer mail has taken its place. Some mail programs open a link before you do, so your address may be confirmed already. Log in to see, or to ask for a new mail.',
  maybeDone: 'The first try may have succeeded, and only its answer was lost. Log in to see.',
  toLogin: 'Go to Login',
  goOn: 'Continue',
  note: 'Each link works once, for 24 hours.',
} as const
