/**
 * Every sentence that a person reads, by screen. What the specification quotes is spelled as it is there,
 * odd spellings included; the rest follows the voice of a calm registrar.
 */
export const texts = {
  product: {
    name: 'Rollkey',
  },
  common: {
    networkFailed: 'Network request failed',
    webauthnUnsupported: 'WebAuthn is not supported in this browser',
    loading: 'Loading',
    close: 'Close',
    retry: 'Try again',
    optional: '(optional)',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
    toDarkTheme: 'Switch to the dark theme',
    toLightTheme: 'Switch to the light theme',
    notifications: 'Notifications',
    good: 'good',
    belowLine: (line: string) => `below ${line}`,
    skipToContent: 'Skip to content',
    offline: 'No connection. Trying again.',
    serverDown: 'The server does not answer. Trying again.',
    loadFailed: 'This could not be loaded.',
    crashed: 'Something went wrong on this page.',
    crashedHint: 'Reload the page to go on.',
    reload: 'Reload',
  },
  category: { STD: 'Student', ORG: 'Organisation' },
  register: {
    title: 'Register',
    busy: 'Registering...',
    done: 'Registered successfully!!',
    invalidInstituteCode: 'Invalid org-code',
    loginLink: 'Already Registered? Login Now',
  },
  login: {
    title: 'Login',
    busy: 'Logging in...',
    done: 'Login successfull',
    noProfile: 'Invalid user, please check your email',
    passkeyCheckFailed: 'Verification Failed',
    sendingVerificationMail: 'Sending verficiation mail...',
    verificationMailSent: 'Verification mail sent successfully',
    forgotPassword: 'Forgot Password?',
    registerLink: "Don't have an account? Register",
  },
  logout: { action: 'Logout', done: 'Logged out' },
  verifyEmail: {
    busy: 'Verifying your Email...',
    done: 'Verification Successfull',
    doneHint: 'You can close this page now',
    failed: 'Verification Failed',
    failedHint: 'Verification failed. Please try again!',
  },
  emailNotVerified: {
    title: 'Verification Mail sent to your Registered Email',
    resend: 'Resend Verification Code',
  },
  recoverPassword: {
    send: 'Send Recovery Email',
    back: 'Back to Login',
    sent: 'Recovery mail sent to the provided email',
    notRegistered: 'You are not registered with this email',
  },
  newPassword: {
    action: 'Set New Password',
    mismatch: 'Passwords do not match',
    tooShort: 'Password must be at least 8 characters long',
    done: 'Password updated',
    failed: 'Failed to reset password',
  },
  passkey: {
    register: 'Register Passkey',
    missing: 'Passkey not registered yet!',
    registered: 'Passkey registered successfully',
    registrationIncomplete: 'Registration was not completed',
    authenticationIncomplete: 'Authentication was not completed',
  },
  attendance: {
    start: 'Start Attendance',
    started: 'New attendance session started successfully!',
    startFailed: (message: string) => `Failed to start attendamce session: ${message}`,
    alreadyActive: 'A session is already active',
    passkeyNeeded: 'You have not registered your passkey yet!',
    endsAfter: 'This class/session will end after:',
    rollNumberField: 'Enter University Roll Number',
    emailField: 'Enter registered Email ID',
    mark: 'Mark Attendance',
    marked: 'Attendance marked successfully',
    alreadyMarked: 'Attendance has already been marked',
    markFailed: 'Failed to mark your attendance',
    noSuchStudent: 'No user found with the following credentials',
  },
  studentDashboard: {
    title: 'Your Organisations',
    showDetails: 'Show Details',
    noClasses: 'No classes yet',
  },
  organisationDashboard: {
    title: 'Registered Students',
    totalClasses: (classes: number) => `Total Classes: ${classes}`,
  },
  addInstitute: {
    action: 'Add Institute',
    placeholder: 'Enter the unique Institute code',
    busy: 'Adding...',
    done: 'New Instititue added',
    duplicate: 'Already added',
  },
  profile: {
    idCopied: 'Org-ID copied to clipboard',
    updateEmail: 'Update Email',
    updatePhoneNumber: 'Update Phone Number',
    changePassword: 'Change Password',
    /** The modals are titled 'Update email', 'Update phoneNumber' and 'Update password'. */
    modalTitle: (field: 'email' | 'phoneNumber' | 'password') => `Update ${field}`,
    emailUpdated: 'Email updated successfully!',
    phoneNumberUpdated: 'Phone number updated successfully!',
    passwordUpdated: 'Password updated successfully!',
    updateFailed: (field: 'email' | 'phoneNumber' | 'password') => `Failed to update ${field}`,
    passwordNeeded: 'Please enter your password to update your email.',
    phoneNumberNeeded: 'Please enter mobile number',
    bothPasswordsNeeded: 'Please enter both the old and new passwords.',
    oldPassword: 'Old Password',
    newPassword: 'New Password',
  },
} as const

/** The shape that every language fills: same keys, any words. */
export type Texts = Widened<typeof texts>
type Widened<T> = T extends string
  ? string
  : T extends (...args: infer Args) => string
    ? (...args: Args) => string
    : { readonly [Key in keyof T]: Widened<T[Key]> }
