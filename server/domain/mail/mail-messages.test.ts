import { describe, expect, test } from 'vitest'
import type { Label } from '#contract/identifiers.ts'
import type { Receipt } from '#contract/receipts.ts'
import { readQuotedName } from './mail-layout.ts'
import { composeMail, type MailSubjectMatter } from './mail-messages.ts'
import type { Decided } from './mails-of-marks.ts'
import type { ToldCell } from './told-cell.ts'

const expiresAt = Date.UTC(2026, 10, 21, 14, 5, 9, 87)
const common = {
  recipientName: 'Ada Lovelace',
  recipientLabel: 'STD' as Label | null,
  origin: 'https://attend.example.org',
  contactEmail: 'us@example.org',
  timeZone: null as string | null,
}
const secret = { userId: 'K7QF3M9T', secret: 'a_b-c', expiresAt }
const receipt: Receipt = {
  attendanceSessionId: 'session-1',
  organisationId: 'K7QF3M9T',
  organisationName: 'Kaveri College',
  markedAt: expiresAt,
  total: 2,
  classes: 3,
  flaggedAt: null,
}
const marked = { studentId: 'ada', receipt }
const kinds: readonly MailSubjectMatter['kind'][] = [
  'email-verification',
  'password-recovery',
  'email-changed',
  'password-changed',
  'passkey-added',
  'passkey-held',
  'passkey-removed',
  'passkey-replacement',
  'account-deletion',
  'passkey-suspect',
  'passkey-suspect-changed',
  'attendance-receipt',
  'passkey-suspect-cleared',
  'member-passkey-suspect',
  'member-passkey-suspect-elsewhere',
  'recovery-codes-made',
  'recovery-code-used',
  'recovery-code-released',
  'membership-taken-out',
  'membership-joined',
  'member-renamed',
  'roll-number-corrected',
  'mark-ruled',
  'cell-ruled',
  'screen-paired',
  'screen-copied',
]
const cell = {
  organisationName: 'Kaveri College',
  courseTitle: 'Mathematics',
  number: 4,
  startedAt: expiresAt,
  lateAfterMs: 600_000,
  closesAfterMs: null,
  mark: null,
  ruling: { status: 'late', cause: 'staff', decidedAt: expiresAt },
} satisfies ToldCell
const place = { organisationName: 'Kaveri College', rollNumber: '21CS042' }

function compose(
  kind: MailSubjectMatter['kind'],
  change: Partial<typeof common & { secret: typeof secret; marked: typeof marked; cell: ToldCell }> = {},
) {
  return composeMail({
    ...common,
    kind,
    secret,
    marked,
    cell,
    studentId: 'asha',
    place,
    ...change,
  } as MailSubjectMatter)
}

const verifyLink =
  'https://attend.example.org/verify-email?userId=K7QF3M9T&secret=a_b-c&expire=2026-11-21T14%3A05%3A09.087%2B00%3A00'

describe('a mail about a membership', () => {
  test.each(['membership-taken-out', 'membership-joined', 'roll-number-corrected'] as const)(
    'names institute and roll number: %s',
    (kind) => {
      const { text } = compose(kind)
      expect(text).toContain('Kaveri College')
      expect(text).toContain('21CS042')
    },
  )
})

describe('a mail with a link', () => {
  test('carries it unescaped in the text part', () => {
    expect(compose('email-verification').text.split('\n')).toContain(verifyLink)
  })

  test('carries it escaped once in the HTML part', () => {
    const { html } = compose('email-verification')
    expect(html).toContain(`href="${verifyLink.replaceAll('&', '&amp;')}"`)
    expect(html).not.toContain('&amp;amp;')
  })

  test('leads to the page of its kind', () => {
    expect(compose('password-recovery').text).toContain(
      'https://attend.example.org/new-password?userId=K7QF3M9T&secret=',
    )
  })

  test.each(['password-recovery', 'email-verification'] as const)(
    'tells the page that leads on to the login only that the account is an institute’s: %s',
    (kind) => {
      const linkOf = (recipientLabel: Label | null) =>
        new URL(/https:\S+/.exec(compose(kind, { recipientLabel }).text)?.[0] ?? '')
      expect(linkOf('ORG').searchParams.get('category')).toBe('ORG')
      for (const label of ['STD', null] as const) expect(linkOf(label).searchParams.has('category')).toBe(false)
    },
  )

  test('keeps hostile values within their parameter', () => {
    const { text } = compose('email-verification', { secret: { userId: 'a&b=c', secret: 'x#y?"<', expiresAt } })
    const link = new URL(/https:\S+/.exec(text)?.[0] ?? '')
    expect(Object.fromEntries(link.searchParams)).toEqual({
      userId: 'a&b=c',
      secret: 'x#y?"<',
      expire: '2026-11-21T14:05:09.087+00:00',
    })
    expect(link.hash).toBe('')
  })

  test('names the time until which it works', () => {
    expect(compose('email-verification').text).toContain('until 21 November 2026 at 14:05 UTC')
  })

  test('says it by the clocks of the zone that the institute has chosen', () => {
    const { text } = compose('email-verification', { timeZone: 'Asia/Kolkata' })
    expect(text).toContain('until 21 November 2026 at 19:35 (Asia/Kolkata)')
  })

  test('names the offset in the hour that the clocks of the zone repeat', () => {
    const write = (at: string) => {
      const secret = { userId: 'a', secret: 'b', expiresAt: Date.parse(at) }
      return /until .*\)/.exec(compose('email-verification', { timeZone: 'Europe/Berlin', secret }).text)?.[0]
    }
    expect(write('2026-10-25T00:30:00Z')).toBe('until 25 October 2026 at 02:30 UTC+02:00 (Europe/Berlin)')
    expect(write('2026-10-25T01:30:00Z')).toBe('until 25 October 2026 at 02:30 UTC+01:00 (Europe/Berlin)')
    expect(write('2026-10-25T02:30:00Z')).toBe('until 25 October 2026 at 03:30 (Europe/Berlin)')
  })
})

describe.each(kinds)('the mail %s', (kind) => {
  test('has a fixed subject of one line, whatever the name', () => {
    const { subject } = compose(kind)
    expect(subject).toContain('Rollkey')
    expect(subject).not.toMatch(/[\r\n]/)
    expect(compose(kind, { recipientName: 'x\r\nBcc: y@example.org' }).subject).toBe(subject)
  })

  test('says the same in both parts', () => {
    const { text, html } = compose(kind)
    for (const paragraph of text
      .trim()
      .split('\n\n')
      .filter((part) => !part.includes('\n'))) {
      expect(html).toContain(`<p>${paragraph}</p>`)
    }
  })

  test('greets by name, and gives a hostile name no markup', () => {
    expect(compose(kind).text).toMatch(/^Hello Ada Lovelace,\n/)
    const { html, text } = compose(kind, { recipientName: `<img src=x onerror="a">&'` })
    expect(html).not.toContain('<img')
    expect(html).toContain('Hello &lt;img src=x onerror=&quot;a&quot;&gt;&amp;&#39;,')
    expect(text).toMatch(/^Hello <img/)
  })

  test.each([
    ['', 'an empty name'],
    ['Win at https://evil.example', 'an address'],
    ['RequestContext evil.example now', 'a bare domain'],
    ['write to a@evil.example', 'an email address'],
    ['evil/win', 'a slash'],
    ['evil\\win', 'a backslash'],
    ['evil:8080', 'a colon'],
    ['a@evil', 'an at sign'],
    ['evil WWW', 'the beginning of a web address'],
  ])('greets %j without the name: %s', (recipientName) => {
    const { text, html } = compose(kind, { recipientName })
    expect(text).toMatch(/^Hello,\n/)
    expect(html).not.toContain('evil')
  })

  test('keeps a name on its line', () => {
    expect(compose(kind, { recipientName: 'Ada\r\n\r\nYour account is closed\u202e' }).text).toMatch(
      /^Hello Ada Your account is closed,\n/,
    )
  })
})

describe('an invitation quotes the name that an institute gives itself', () => {
  const invite = (institute: string | undefined) =>
    composeMail({ ...common, kind: 'staff-invitation', role: 'teacher', secret, institute })

  test('with the role, under a fixed subject', () => {
    const { subject, text } = invite('Kaveri College')
    expect(subject).toBe('You are invited to Rollkey')
    expect(text).toContain(
      'An institute at Rollkey, which calls itself “Kaveri College”, invites you to work with its attendance: Teacher.',
    )
    expect(invite(undefined).text).toContain('An institute at Rollkey invites you')
  })

  test.each(['St. Xavier’s College (Autonomous), Mumbai', 'कावेरी महाविद्यालय', 'Université de Nîmes 3', '東京大学'])(
    'as %s',
    (name) => expect(readQuotedName(name)).toBe(name),
  )

  test.each([
    'Win at www.prize.example',
    'prize.example',
    'prize．example',
    'prize。example',
    'Kaveri.College',
    'https://prize.example',
    'prize example/win',
    'office@prize.example',
    'Call 98220 41763',
    'Call 98-22-04-17',
    'Call 9 8 2 2 0',
    'Call (98) (22)',
    'कॉल ९८२२०',
    'Call ٩٨٢٢٠',
    'Kаveri College',
    'Κaveri College',
    'Kaveri कॉलेज',
    'Kaveri 大学',
    'Kaveri<b>College',
    'Kaveri "College"',
    'Kaveri” invites you, “College',
    'Kaveri\u202eegelloC\u2024example',
    'Kaveri\u2024example',
    'Kaveri\u2044example',
    'Your account is locked! Log in',
    'Pay now: Kaveri',
    'Kaveri; your password is over',
    '₹ prize for all',
    '😀 College',
    'Your account is closed today, answer this mail to open it again now',
    '   ',
    '2026',
    '...',
  ])('but not as %j', (name) => expect(readQuotedName(name)).toBeUndefined())
})

test('a receipt leaves out the name of an institute that could be a link', () => {
  const hostile = { ...marked, receipt: { ...receipt, organisationName: 'Win at www.prize.example' } }
  const { text, html } = compose('attendance-receipt', { marked: hostile })
  expect(text).toContain('Your institute marked you present')
  expect(text + html).not.toContain('prize')
})

test('a mail about a ruling says what was decided, and carries no words of the institute', () => {
  const decided = (status: 'present' | 'absent') => {
    const ruling = { status, reason: 'Win at www.prize.example', decidedAt: expiresAt, cause: 'staff' } as const
    return compose('mark-ruled', { marked: { ...marked, receipt: { ...receipt, ruling } } as typeof marked }).text
  }
  expect(decided('absent')).toContain('Kaveri College has withdrawn your mark of 21 November 2026')
  expect(decided('present')).toContain('It counts.')
  expect(decided('absent') + decided('present')).not.toContain('prize')
})

test('a mail about a cell of a course says what holds, and carries no words of the institute that could be a link', () => {
  const { text } = compose('cell-ruled')
  expect(text).toContain('Kaveri College has looked into session 4 of Mathematics, 21 November 2026')
  expect(text).toContain('It counts you as ‘late’ now.')
  const hostile = compose('cell-ruled', { cell: { ...cell, courseTitle: 'Win at www.prize.example' } }).text
  expect(hostile).toContain('session 4 of a course')
  expect(hostile).not.toContain('prize')
})

test('a receipt names the new total and percentage', () => {
  expect(compose('attendance-receipt').text).toContain('That makes 2 of 3 classes, 66.66%.')
  expect(compose('attendance-receipt').text).not.toContain('audit log')
  const proof = { mark: 'a1', head: '7:b2' }
  expect(compose('attendance-receipt', { marked: { ...marked, receipt: { ...receipt, proof } } }).text).toContain(
    // As `npm run verify-data` takes it.
    '\n--mark session-1:ada:a1 --head 7:b2\n',
  )
  const first = { ...marked, receipt: { ...receipt, total: 1, classes: 1 } }
  expect(compose('attendance-receipt', { marked: first }).text).toContain('That makes 1 of 1 class, 100%.')
})

test('a mail about several decisions has a line for each, with what stands, and the roles of who decided', () => {
  const withdrawn = {
    status: 'absent',
    reason: 'Win at www.prize.example',
    decidedAt: expiresAt,
    cause: 'staff',
  } as const
  const of = (decided: readonly Decided[]) => composeMail({ ...common, kind: 'decisions', studentId: 'asha', decided })
  const some: readonly Decided[] = [
    { cell: { ...cell, startedAt: expiresAt + 60_000 }, actedAs: 'teacher' },
    { receipt: { ...receipt, ruling: withdrawn } as Receipt, actedAs: undefined },
    {
      cell: { ...cell, number: 5, startedAt: expiresAt + 120_000, courseTitle: 'Win at www.prize.example' },
      actedAs: 'registrar',
    },
  ]
  const { subject, text } = of(some)
  expect(subject).toBe('Your attendance was decided in Rollkey')
  const lines = text.split('\n').filter((line) => /^(Kaveri|Your mark|Session|People)/.test(line))
  expect(lines).toEqual([
    'Kaveri College has looked into your attendance. This is what stands now:',
    'Your mark of 21 November 2026 at 14:05 UTC: It was withdrawn, and counts no longer.',
    'Session 4 of Mathematics, 21 November 2026 at 14:06 UTC: It counts you as ‘late’.',
    'Session 5 of a course, 21 November 2026 at 14:07 UTC: It counts you as ‘late’.',
    'People of the institute did this, in the roles ‘Teacher’, ‘Registrar’.',
  ])
  expect(text).not.toContain('prize')
  const many = Array.from({ length: 60 }, (_, number): Decided => ({ cell: { ...cell, number }, actedAs: undefined }))
  expect(of(many).text.match(/^Session/gm)).toHaveLength(50)
  expect(of(many).text).toContain('And 10 more: the page behind the link has all of them.')
})
