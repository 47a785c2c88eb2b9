import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { RunningSession } from '#contract/attendance.ts'
import { hindiAttendanceTexts } from '#contract/attendance-texts.hi.ts'
import { attendanceTexts } from '#contract/attendance-texts.ts'
import { type LanguageTag, languageTags } from '#contract/languages.ts'
import { maxNameLength } from '#contract/text-fields.ts'
import { speakLanguage } from '../../language/language.ts'
import type { FoundStudent } from '../../parts/one-at-a-time/mark-student.ts'
import type { PanelState } from '../../parts/one-at-a-time/panel-state.ts'
import { StatePanel } from '../../parts/one-at-a-time/state-panel.tsx'
import { answerCalls } from '../../testing/answer-calls.ts'
import { findOverlaps } from '../../testing/find-overflow.ts'
import { longEmails, longestName, longStudent } from '../../testing/long-people.ts'
import { ashaDocument, office, officeDocument } from '../../testing/people.ts'
import { endedNow } from '../../testing/sheets.ts'
import { press, showPart, toast } from '../../testing/show-part.tsx'
import { showInfo } from '../../ui/index.ts'
import { LatestMarks } from './latest-marks.tsx'
import styles from './marking-screen.module.css'
import { MarkingScreen } from './marking-screen.tsx'

const phone = { width: 390, height: 844 }
const { width, height } = { width: 1280, height: 720 }

beforeEach(() => page.viewport(phone.width, phone.height))
afterEach(() => page.viewport(width, height))

const startedAt = Date.now()
const endsAt = startedAt + 3_600_000
const running: RunningSession = {
  session: {
    id: 'session',
    publicId: 'GWPK7MQ234',
    number: 1,
    ways: ['screen'],
    startedAt,
    endsAt,
    present: 0,
    latest: [],
  },
  members: 1,
  serverTime: startedAt,
}
/** On a phone it takes two lines. */
const name = 'Vidyasagar Institute of Technology'

function showScreen(): void {
  // A browser that can ask phones, so that no notice stands above the form.
  vi.stubGlobal('PublicKeyCredential', { getClientCapabilities: async () => ({ hybridTransport: true }) })
  const organisation = { ...officeDocument, name, students: [], classes: 1, sessionExpiry: endsAt }
  showPart(<MarkingScreen organisation={organisation} isChecking={false} onEnd={() => {}} />, {
    account: office,
  })
}

test('on a phone the button that marks is in sight, and there is none for the full screen', async () => {
  answerCalls({ 'GET /attendance/running': running })
  showScreen()
  await expect.element(page.getByRole('button', { name: 'End session' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Full screen' })).not.toBeInTheDocument()
  const send = page.getByRole('main').getByRole('button', { name: 'Mark Attendance' }).element()
  expect(send.getBoundingClientRect().bottom).toBeLessThanOrEqual(phone.height)
})

test('ended by its own question, the session leaves the keyboard where the next one is started', async () => {
  let isOver = false
  answerCalls({
    'GET /attendance/running': () => (isOver ? { ...running, session: null } : running),
    'POST /sessions/:sessionId/end': () => {
      isOver = true
      return endedNow({ id: 'session', publicId: 'GWPK7MQ234', number: 1, startedAt })
    },
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': officeDocument,
  })
  showScreen()
  await press(page.getByRole('button', { name: 'End session' }), 'Enter')
  await press(page.getByRole('dialog').getByRole('button', { name: 'End session' }), 'Enter')
  await expect.element(page.getByRole('heading', { name: 'This session has ended' })).toBeVisible()
  const next = page.getByRole('status').filter({ hasText: 'Start the next session' })
  await expect.element(next).toHaveFocus()
  expect(getComputedStyle(next.element()).outlineStyle).toBe('none')
})

test.each([390, 768, 1440])('a message does not lie over the name of the institute, %i px wide', async (wide) => {
  await page.viewport(wide, 900)
  answerCalls({ 'GET /attendance/running': running })
  showScreen()
  const institute = page.getByRole('heading', { name })
  await expect.element(institute).toBeVisible()
  // Two lines on a phone.
  showInfo(attendanceTexts.noSuchStudent)
  await expect.element(toast(attendanceTexts.noSuchStudent)).toBeVisible()
  const message = document.querySelector('.toast')
  // It slides into its place.
  for (const slide of message?.getAnimations() ?? []) slide.finish()
  const box = message?.getBoundingClientRect()
  const covered = institute.element().getBoundingClientRect()
  expect(box && (box.bottom <= covered.top || box.top >= covered.bottom)).toBe(true)
})

const usual: FoundStudent = { id: ashaDocument.$id, name: 'Asha Rao', rollNumber: '21CS042', passKey: true }
const long: FoundStudent = { ...usual, ...longStudent }

test('what the board has no room for can be scrolled by the keyboard', async () => {
  await page.viewport(1440, 844)
  const show = (message: string) => (
    <Board key={message}>
      <StatePanel
        state={{ kind: 'failed', student: usual, message, next: 'cancelled' }}
        session="running"
        onCancel={() => {}}
      />
    </Board>
  )
  showPart([attendanceTexts.markFailed, 'Word '.repeat(300)].map(show))
  const full = page.getByRole('region', { name: 'Result' })
  await expect.element(full).toHaveAttribute('tabindex', '0')
  expect(full.element().scrollHeight).toBeGreaterThan(full.element().clientHeight)
  expect(full.elements()).toHaveLength(1)
})

test('the longest name has as many letters as the product keeps', () => expect(longestName).toHaveLength(maxNameLength))

/** What the server says, in each language. */
const sentences = { en: attendanceTexts, hi: hindiAttendanceTexts }

function statesOf(student: FoundStudent, language: LanguageTag, typed = student.rollNumber): [string, PanelState][] {
  const { markFailed, noSuchStudent, passkeySuspect } = sentences[language]
  const busy = { kind: 'busy', typed, isLeftOpen: false } as const
  const failed = { kind: 'failed', student, message: markFailed } as const
  const suspect = { message: passkeySuspect, next: 'suspect' } as const
  return [
    ['a look-up', { ...busy, student: undefined }],
    ['a ceremony', { ...busy, student }],
    ['a ceremony that is left open', { ...busy, student, isLeftOpen: true }],
    ['a mark', { kind: 'marked', student, at: 0 }],
    ['a repeated mark', { kind: 'already-marked', student }],
    ['an unknown roll number', { ...failed, student: undefined, typed, message: noSuchStudent, next: 'not-found' }],
    ['a passkey that is refused', { ...failed, next: 'not-verified' }],
    ['a passkey that may be a copy', { ...failed, ...suspect }],
    ['a passkey that is held', { ...failed, next: 'held' }],
    ['a ceremony without an answer', { ...failed, next: 'cancelled' }],
  ]
}

describe.each([390, 768, 1440])('%i px wide', (wide) => {
  beforeEach(() => page.viewport(wide, 844))

  describe.each(languageTags)('in %s', (language) => {
    beforeEach(() => speakLanguage(language))

    test.each(statesOf(usual, language))('%s moves nothing below the board', (_, state) => expectHeightOfIdle(state))

    test.each(statesOf(long, language))('%s with a long name moves nothing below the board', (_, state) =>
      expectHeightOfIdle(state),
    )

    test.each(statesOf({ ...long, name: longestName }, language))(
      '%s with a name of 128 letters moves nothing below the board',
      (_, state) => expectHeightOfIdle(state),
    )

    test.each(
      statesOf(usual, language, longEmails.student).filter(
        ([, state]) => 'typed' in state && state.student === undefined,
      ),
    )('%s with a long email moves nothing below the board', (_, state) => expectHeightOfIdle(state))
  })

  test('a long email on the board is not broken inside a word', async () => {
    const failed = { message: 'No user found with the following credentials', next: 'not-found' } as const
    const state: PanelState = { kind: 'failed', student: undefined, typed: longEmails.student, ...failed }
    showPart(
      <Board>
        <StatePanel state={state} session="running" onCancel={() => {}} />
      </Board>,
    )
    for (const word of ['raju-lakshmi-narayana@', 'visvesvaraya-institute.']) {
      const part = page.getByText(word, { exact: true })
      await expect.element(part).toBeVisible()
      expect(part.element().getClientRects()).toHaveLength(1)
    }
  })

  test('the newest marks have room for long names and roll numbers', async () => {
    const { name: fullName, rollNumber } = long
    const mark = { name: fullName, rollNumber, markedAt: 0 }
    const latest = [
      { ...mark, studentId: 'one' },
      { ...mark, studentId: 'two' },
    ]
    const session = {
      id: 'session',
      publicId: 'GWPK7MQ234',
      number: 1,
      ways: ['screen'] as const,
      startedAt: 0,
      endsAt: 1,
      present: 1234,
      latest,
    }
    showPart(<LatestMarks presence={{ ...session, members: 2345, fresh: new Set() }} />)
    await expect.element(page.getByText(rollNumber).first()).toBeVisible()
    const row = page.getByRole('listitem').first().element().getBoundingClientRect()
    const name = page.getByText(mark.name).first().element().getBoundingClientRect()
    expect(name.width).toBeGreaterThan(row.width * 0.4)
    expect(document.documentElement.scrollWidth).toBe(wide)
  })
})

/** The board is as high as before the student came, and shows all it says. */
async function expectHeightOfIdle(state: PanelState): Promise<void> {
  const show = (shown: PanelState) => <StatePanel state={shown} session="running" onCancel={() => {}} />
  showPart(
    <Board>
      {show({ kind: 'idle' })}
      {show(state)}
    </Board>,
  )
  const panels = () => [...document.querySelectorAll('section[class*=panel]')]
  await expect.poll(panels).toHaveLength(2)
  const [before, after] = panels()
  expect(after?.clientHeight).toBe(before?.clientHeight)
  expect(after?.scrollHeight).toBe(after?.clientHeight)
  expect(document.documentElement.scrollWidth).toBe(window.innerWidth)
  expect(findOverlaps(after)).toEqual([])
}

/** The board's place and unit on the screen. */
function Board({ children }: { children: ReactNode }) {
  return (
    <main className={styles.screen}>
      <div className={styles.page} />
      <div className={styles.board}>{children}</div>
    </main>
  )
}
