/// <reference lib="webworker" />

/**
 * Shows a receipt when a push brings one, and opens the student's page. It does nothing else: no request of the app
 * passes through it. Built as a separate script without imports (web/build/service-worker-script.ts).
 */

type Receipt = {
  readonly attendanceSessionId: string
  readonly organisationName: string
  readonly markedAt: number
  readonly studentId: string
  readonly language: string
} & (
  | { readonly total: number; readonly classes: number; readonly course?: undefined }
  | { readonly course: { readonly title: string; readonly number: number; readonly state: string } }
)

/** Sentences with placeholders in braces. */
type Words = {
  readonly marked: string
  /** By the plural rules of its language. */
  readonly summary: Readonly<Record<string, string>>
  readonly checkedIn: string
  /** By what the mark is in its course. */
  readonly inCourse: Readonly<Record<string, string>>
  readonly notMe: string
}

/** These are inserted before this script by the build. Sentences by language. */
declare const words: Readonly<Record<string, Words>>
/** Of contract/repeated-hour.ts. */
declare const makeRepeatedOffset: () => (epochMs: number) => string | undefined
/** Of contract/attendance-percent.ts. */
declare const attendancePercent: (total: number, classes: number) => number
declare const self: ServiceWorkerGlobalScope

self.addEventListener('push', (event) => {
  const receipt = event.data?.json() as Receipt
  event.waitUntil(showReceipt(receipt))
})

async function showReceipt(receipt: Receipt): Promise<void> {
  const { organisationName, markedAt, language, attendanceSessionId, course } = receipt
  const spoken = words[language] ?? words.en
  if (!spoken) return
  // With the reader's region, as the screens write them (contract/languages.ts).
  const locale = navigator.languages.find((tag) => tag.split('-')[0]?.toLowerCase() === language) ?? language
  const offset = makeRepeatedOffset()(markedAt)
  const shown = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(markedAt)
  const time = offset === undefined ? shown : `${shown} UTC${offset}`
  const options = {
    body: describe(receipt, spoken, locale),
    icon: '/icon-192.png',
    lang: language,
    // The same push delivered twice is one notice.
    tag: attendanceSessionId,
    timestamp: markedAt,
    data: receipt,
    actions: [{ action: 'not-me', title: spoken.notMe }],
  }
  const isPresent = course === undefined || course.state === 'present'
  const title = isPresent
    ? fill(spoken.marked, { institute: course?.title ?? organisationName, time })
    : fill(spoken.checkedIn, { course: course.title, time })
  await self.registration.showNotification(title, options)
}

function describe(receipt: Receipt, spoken: Words, locale: string): string {
  const number = new Intl.NumberFormat(locale)
  if (receipt.course !== undefined) {
    return fill(spoken.inCourse[receipt.course.state] ?? '', { session: number.format(receipt.course.number) })
  }
  const { total, classes } = receipt
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  return fill(spoken.summary[new Intl.PluralRules(locale).select(classes)] ?? '', {
    total: number.format(total),
    classes: number.format(classes),
    percentage: percent.format(attendancePercent(total, classes) / 100),
  })
}

function fill(sentence: string, parts: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => parts[name] ?? whole)
}

self.addEventListener('notificationclick', (event) => {
  const { attendanceSessionId, studentId } = event.notification.data as Receipt
  event.notification.close()
  const page = `/dashboard/${encodeURIComponent(studentId)}`
  // Nothing is disputed from here: that needs a page behind the login, which asks once more.
  const question = event.action === 'not-me' ? `?receipt=${encodeURIComponent(attendanceSessionId)}` : ''
  event.waitUntil(self.clients.openWindow(page + question))
})
