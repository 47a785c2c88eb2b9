import type { Widened } from '#contract/languages.ts'

/** The sentences of the landing page. No other screen loads them. */
export const landingTexts = {
  features: 'Features',
  howItWorks: 'How It Works',
  title: ['The roll call, answered ', 'in person'],
  lead: 'Students are marked present with their own passkey, on the institute’s screen, while the class comes in.',
  getStarted: 'Get Started',
  learnMore: 'Learn More',
  keyFeatures: 'Key Features',
  webAuthentication: 'WebAuthentication',
  webAuthenticationText:
    'The institute’s screen asks, the student’s own phone or security key replies. Each mark keeps how it was proved.',
  multiUser: 'Multi-User Support',
  multiUserText:
    'One place for both sides of the desk. Institutes take attendance, students sign it and see their own record.',
  security: 'Enhanced Security',
  securityText: 'A mark is made on the server, from proof that is good for one student, one class and one use.',
  securityRows: [
    ['Class', '43, started 09:00'],
    ['Student', 'Ananya Krishnan'],
    ['Proof', 'her own passkey, used once'],
    ['Good for', 'this class, one minute'],
  ],
  realTime: 'Real-Time Tracking',
  realTimeText: 'The register fills in as students pass the desk.',
  reports: 'Comprehensive Reports',
  reportsText: 'Who came, how often, and who has slipped below 75 percent.',
  reportColumns: ['Student Name', 'Total Attendance', 'Percentage'],
  presentCount: (present: string, of: string) => `${present} of ${of}`,
  presentInSession: 'Present in this session',
  usePasskey: 'Use your passkey',
  usePasskeyHint: 'Scan this QR code with the device that has the passkey',
  cancel: 'Cancel',
  forAdministrators: 'For administrators',
  administratorSteps: [
    'Register your institute. You get an institute code.',
    'Give the code to your students.',
    'Register a passkey for the institute.',
    'Press Start Attendance. The class runs for 60 minutes.',
    'Leave the screen on the desk. Students mark themselves present as they come in.',
  ],
  forStudents: 'For students',
  studentSteps: [
    'Register with the institute code and your roll number.',
    'Register a passkey on your phone.',
    'In class, type your roll number on the institute’s screen.',
    'Scan the code with your phone and confirm.',
    'See your own percentage, for every institute you belong to.',
  ],
  comingSoon: 'Coming soon',
  /** What has come, and at the end what is being built. */
  comingSoonItems: [
    ['Notifications on successful check-in', 'Here now'],
    ['Courses and teachers of an institute', 'Here now'],
    ['More features', 'Next: the timetable of the week'],
  ],
  closing: 'Take the next roll\u00a0call with Rollkey',
  tryOut: 'Try out now!',
  contact: 'Contact the Team',
  copyright: (year: number) => `© ${year} Rollkey`,
  poweredBy: 'powered by',
  poweredByLogo: 'the database of this installation',
  terms: 'Terms of Service',
  privacy: 'Privacy',
} as const

/** The shape that every language fills. */
export type LandingTexts = Widened<typeof landingTexts>
