export const organisationDashboardTexts = {
  title: 'Registered Students',
  totalClasses: (classes: number | string) => `Total Classes: ${classes}`,
  columns: {
    id: 'Serial Number',
    rollno: 'Student Roll Number',
    uid: 'Student UID',
    name: 'Student Name',
    email: 'Student Email',
    phno: 'Student Phone Number',
    att: 'Total Attendance',
  },
  empty: (code: string) => `No students yet. Give them your code, ${code}.`,
  emptyHint: 'They choose Student at registration and enter it as their institute code.',
  emailNotVerified: 'Email not verified',
  noPasskey: 'No passkey yet',
} as const
