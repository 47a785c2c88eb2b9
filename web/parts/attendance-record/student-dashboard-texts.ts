export const studentDashboardTexts = {
  title: 'Your Organisations',
  addInstitute: 'Add Institute',
  showDetails: 'Show Details',
  noClasses: 'No classes yet',
  email: 'Email',
  phoneNumber: 'Phone Number',
  city: 'City',
  code: 'Institute code',
  empty: 'No institutes yet',
  emptyHint: 'Ask your institute for its code, then add it here.',
  showMore: 'Show more',
} as const
