import { decodeQR } from 'qr/decode.js'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { CurrentRoomCode } from '#contract/room-display.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { office, officeDocument } from '../../testing/people.ts'
import { showPart } from '../../testing/show-part.tsx'
import { MarkingScreen } from './marking-screen.tsx'

const startedAt = Date.now()
const endsAt = startedAt + 3_600_000
const code: CurrentRoomCode = {
  publicId: 'GWPK7MQ234',
  code: 'GWPK7MQ2KDXT4M9TBB',
  step: 1,
  endsIn: 9_000,
  count: 143,
  members: 212,
  newest: ['Oluwaseun Adebayo'],
  endsAt,
  serverTime: startedAt,
}

async function openDisplay(theme: 'light' | 'dark'): Promise<void> {
  await page.viewport(1280, 720)
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
    'GET /sessions/:sessionId/room-code': code,
  })
  const organisation = { ...officeDocument, students: [], classes: 26, sessionExpiry: endsAt }
  showPart(<MarkingScreen organisation={organisation} isChecking={false} onEnd={() => {}} />, {
    account: office,
  })
}

/** The screen as a phone's camera has it: smaller, turned, out of focus. */
async function photograph(pixelsPerModule: number, blur: number, degrees: number): Promise<ImageData> {
  const picture = page.getByRole('img', { name: 'Code to check in' })
  await expect.element(picture).toBeVisible()
  const element = picture.element()
  const modules = Number(element.getAttribute('viewBox')?.split(' ')[2])
  const shot = new Image()
  shot.src = `data:image/png;base64,${await page.screenshot({ element: document.body, base64: true, save: false })}`
  await shot.decode()
  const shrunk = (pixelsPerModule * modules) / element.getBoundingClientRect().width
  const size = Math.ceil(Math.hypot(innerWidth, innerHeight) * shrunk)
  const context = new OffscreenCanvas(size, size).getContext('2d')
  if (!context) throw new Error('there is no canvas here')
  context.fillStyle = 'gray'
  context.fillRect(0, 0, size, size)
  context.translate(size / 2, size / 2)
  context.rotate((Math.PI * degrees) / 180)
  context.filter = `blur(${blur}px)`
  context.imageSmoothingQuality = 'high'
  const [width, height] = [innerWidth * shrunk, innerHeight * shrunk]
  context.drawImage(shot, -width / 2, -height / 2, width, height)
  return context.getImageData(0, 0, size, size)
}

/** What a phone reads while it is held there: at so few pixels no reader takes every picture, and it takes many a second. */
async function readFrames(pixelsPerModule: number, blur: number): Promise<string | undefined> {
  for (const degrees of [8, 9, 10, 11, 12]) {
    const photo = await photograph(pixelsPerModule, blur, degrees)
    try {
      // By default it gives up within a frame of a film.
      return decodeQR(photo, { timeLimit: 10_000 })
    } catch {
      // The next picture.
    }
  }
  return undefined
}

test.each(['light', 'dark'] as const)('a camera far away reads the code in the %s theme', async (theme) => {
  await openDisplay(theme)
  expect(await readFrames(3, 0.8)).toBe(`${location.origin}/checkin#${code.publicId}.${code.code}`)
})

test('control: out of all focus it reads nothing', async () => {
  await openDisplay('light')
  expect(await readFrames(3, 6)).toBeUndefined()
})
