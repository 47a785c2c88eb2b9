export const receiptSettingsTexts = {
  title: 'Receipts',
  hint: 'The open app shows each mark. You can also get a message.',
  byEmail: 'By email',
  byPush: 'Notification on this device',
  pushBlocked: 'Notifications from here are blocked. Allow them in the browser’s settings for this site.',
  pushImpossible: 'This browser shows no notifications. On an iPhone, add this page to the home screen first.',
  pushFailed: 'The browser could not reach its notification service. Please try again.',
} as const
