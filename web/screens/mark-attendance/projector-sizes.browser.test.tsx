import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { CurrentRoomCode } from '#contract/room-display.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { findOverlaps } from '../../testing/find-overflow.ts'
import { longStudent } from '../../testing/long-people.ts'
import { office, officeDocument } from '../../testing/people.ts'
import { expectCount, showPart } from '../../testing/show-part.tsx'
import { MarkingScreen } from './marking-screen.tsx'

/** Windows of projectors and screens, in px. */
const sizes = [
  [1024, 576],
  [1024, 768],
  [1280, 720],
  [1280, 800],
  [1366, 768],
  [1920, 1080],
  [3840, 2160],
] as const
const themes = ['light', 'dark'] as const
const windows = sizes.flatMap(([width, height]) => themes.map((theme) => [width, height, theme] as const))

const startedAt = Date.now()
const endsAt = startedAt + 3_600_000
const code: CurrentRoomCode = {
  publicId: 'GWPK7MQ234',
  code: 'GWPK7MQ2KDXT4M9TBB',
  step: 1,
  endsIn: 9_000,
  count: 143,
  members: 212,
  newest: [
    'Oluwaseun Adebayo',
    'Lalrinpuii Chhangte',
    'Þórdís Eiríksdóttir',
    'Mohammed Faisal Qureshi',
    'Çağla Yıldırım-Öztürk',
    'Gulnara Abdykalykova',
  ],
  endsAt,
  serverTime: startedAt,
}

async function openDisplay(width: number, height: number, theme: string, newest = code.newest): Promise<void> {
  await page.viewport(width, height)
  document.documentElement.dataset.theme = theme
  onTestFinished(() => {
    delete document.documentElement.dataset.theme
  })
  answerCalls({
    'GET /attendance/running': {
      session: {
        id: 'session',
        publicId: code.publicId,
        number: 26,
        ways: ['screen', 'room-code'],
        startedAt,
        endsAt,
        present: 143,
        latest: [],
      },
      members: 212,
      serverTime: startedAt,
    },
    'GET /sessions/:sessionId/room-code': { ...code, newest },
  })
  const organisation = { ...officeDocument, students: [], classes: 26, sessionExpiry: endsAt }
  showPart(<MarkingScreen organisation={organisation} isChecking={false} onEnd={() => {}} />, {
    account: office,
  })
  await expect.element(page.getByRole('img', { name: 'Code to check in' })).toBeVisible()
  await document.fonts.ready
}

/** What a class and its teacher look for. */
const parts = () => [
  page.getByRole('img', { name: 'Code to check in' }),
  page.getByText('GWPK', { exact: true }),
  page.getByText('7MQ2', { exact: true }),
  page.getByText(`${location.host}/checkin`),
  page.getByText('143 of 212 here').first(),
  page.getByRole('timer'),
  page.getByRole('button', { name: 'End session' }),
  page.getByRole('link', { name: 'Who is here' }),
  page.getByText(/^Readable/),
]

test.each(windows)('all that a class looks for is in a window of %i × %i px, %s', async (width, height, theme) => {
  await openDisplay(width, height, theme)
  for (const part of parts()) {
    const { left, top, right, bottom } = part.element().getBoundingClientRect()
    expect(left, part.selector).toBeGreaterThanOrEqual(0)
    expect(top, part.selector).toBeGreaterThanOrEqual(0)
    expect(right, part.selector).toBeLessThanOrEqual(width)
    expect(bottom, part.selector).toBeLessThanOrEqual(height)
  }
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(height)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  expect(findOverlaps()).toEqual([])
})

test.each(sizes)('names of 80 letters push nothing out of a window of %i × %i px', async (width, height) => {
  await openDisplay(width, height, 'light', Array(6).fill(longStudent.name))
  await expectCount(page.getByRole('listitem'), height < 700 ? 2 : 3)
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(height)
  expect(findOverlaps()).toEqual([])
})

test.each(sizes)('in a window of %i × %i px no way of the foot stands alone in its line', async (width, height) => {
  await openDisplay(width, height, 'light')
  const ways = ['End session', 'Full screen', 'Who is here'].map((name) =>
    page.getByText(name, { exact: true }).element().getBoundingClientRect(),
  )
  const middles = ways.map(({ top, bottom }) => Math.round((top + bottom) / 2))
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4)
})
