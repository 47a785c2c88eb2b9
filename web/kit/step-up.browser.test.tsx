import { useEffect, useEffectEvent } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { InstituteSettings } from '#contract/settings.ts'
import { texts } from '#contract/texts.ts'
import { type Asked, answerCalls, refuse } from '../testing/answer-calls.ts'
import { noPasskeys, office } from '../testing/people.ts'
import { showDialog, showPart, toast } from '../testing/show-part.tsx'
import { Button } from '../ui/index.ts'
import { stepUpQuestions } from './step-up.ts'
import { type Acts, useActs } from './use-act.ts'
import { useRead } from './use-read.ts'

const settings: InstituteSettings = { timeZone: 'Asia/Kolkata', displayNames: 'full', ways: ['screen'] }
const needed = 'step-up-needed'

/** A server that refuses acts until the password is given. */
function answerActs(): readonly Asked[] {
  let isConfirmed = false
  return answerCalls({
    'GET /passkeys': noPasskeys,
    'POST /session/confirm': () => {
      isConfirmed = true
      return { confirmed: true }
    },
    'POST /rooms': () => (isConfirmed ? { rooms: [] } : refuse(needed)),
    'PATCH /settings': () => (isConfirmed ? settings : refuse(needed)),
    'POST /recovery-codes': async () => {
      await expect.element(question).toBeVisible()
      return refuse('passkey-step-up-needed')
    },
    'GET /rooms': () => refuse(needed),
  })
}

/** A screen whose acts are pressed by one button; their outcomes are noted. */
function open(press: (acts: Acts, note: (outcome: string) => (answer: unknown) => void) => void) {
  const outcomes: string[] = []
  const asked = answerActs()
  const note = (name: string) => (answer: unknown) => {
    outcomes.push(`${name} ${answer === undefined ? 'given up' : 'done'}`)
  }
  function Screen() {
    const acts = useActs()
    return <Button onClick={() => press(acts, note)}>Act</Button>
  }
  showPart(<Screen />, { account: office })
  return { outcomes, asked }
}

const bodies = (asked: readonly Asked[], call: string) =>
  asked.filter((one) => one.call === call).map(({ body }) => body)
const question = page.getByRole('dialog')
const actButton = page.getByRole('button', { name: 'Act' })

async function givePassword() {
  await question.getByLabelText('Current password').fill('ledger-pencil-window-42')
  await question.getByRole('button', { name: 'Continue' }).click()
}

test('the same body is sent once more, whatever the screen has made of it meanwhile', async () => {
  const input = { name: 'Room 12' }
  const { outcomes, asked } = open((acts, note) => {
    void acts.run('POST /rooms', {}, input).then(note('room'))
    input.name = 'Changed'
  })
  await actButton.click()
  await givePassword()
  await expect.poll(() => outcomes).toEqual(['room done'])
  expect(bodies(asked, 'POST /rooms')).toEqual([{ name: 'Room 12' }, { name: 'Room 12' }])
})

test('one question answers a second act that is refused meanwhile', async () => {
  const { outcomes, asked } = open((acts, note) => {
    void acts.run('POST /rooms', {}, { name: 'Room 12' }).then(note('room'))
    void acts.run('PATCH /settings', {}, { displayNames: 'full' }).then(note('settings'))
  })
  await actButton.click()
  await givePassword()
  await expect.poll(() => new Set(outcomes)).toEqual(new Set(['room done', 'settings done']))
  expect(bodies(asked, 'POST /session/confirm').length).toBe(1)
})

test('a second act that the answer is not enough for is asked about after the first', async () => {
  const { outcomes, asked } = open((acts, note) => {
    void acts.run('POST /rooms', {}, { name: 'Room 12' }).then(note('room'))
    void acts.run('POST /recovery-codes', {}).then(note('codes'))
  })
  await actButton.click()
  await expect.poll(() => stepUpQuestions.first()?.act).toBe('POST /rooms')
  await givePassword()
  await expect.poll(() => outcomes).toEqual(['room done'])
  await expect.element(question.getByRole('button', { name: 'Continue' })).not.toBeInTheDocument()
  await expect.element(question).toBeVisible()
  expect(stepUpQuestions.first()?.act).toBe('POST /recovery-codes')
  await question.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => outcomes).toEqual(['room done', 'codes given up'])
  expect(bodies(asked, 'POST /recovery-codes').length).toBe(1)
})

test('Cancel sends nothing, gives up what waits, and the next press asks again', async () => {
  const { outcomes, asked } = open((acts, note) => {
    void acts.run('POST /rooms', {}, { name: 'Room 12' }).then(note('room'))
    void acts.run('PATCH /settings', {}, { displayNames: 'full' }).then(note('settings'))
  })
  for (const presses of [1, 2]) {
    await actButton.click()
    await expect.element(question).toBeVisible()
    const before = asked.length
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => outcomes.length).toBe(2 * presses)
    await expect.element(question).not.toBeInTheDocument()
    expect(asked.length).toBe(before)
  }
  expect(new Set(outcomes)).toEqual(new Set(['room given up', 'settings given up']))
})

test('an act that no one has pressed is refused without a question', async () => {
  const asked = answerActs()
  // Longer after the last act of the person than counts (client/presence.ts).
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
  onTestFinished(() => clock.mockRestore())
  function ByItself() {
    const { run } = useActs()
    const begin = useEffectEvent(() => void run('POST /rooms', {}, { name: 'Room 12' }))
    useEffect(() => {
      const timer = setTimeout(begin)
      return () => clearTimeout(timer)
    }, [])
    return null
  }
  showPart(<ByItself />, { account: office })
  await expect.element(toast(texts.stepUp.needed)).toBeVisible()
  await expect.element(question).not.toBeInTheDocument()
  expect(bodies(asked, 'POST /rooms').length).toBe(1)
})

test('a read asks nothing', async () => {
  answerActs()
  function Rooms() {
    const rooms = useRead('GET /rooms', {})
    return <Button onClick={() => void rooms.refetch()}>{rooms.error?.message}</Button>
  }
  showPart(<Rooms />, { account: office })
  const button = page.getByRole('button', { name: texts.stepUp.needed })
  await button.click()
  await expect.element(button).toBeVisible()
  await expect.element(question).not.toBeInTheDocument()
})

test('Escape closes the question alone, not the dialog below it', async () => {
  answerActs()
  const onClose = vi.fn()
  function Below() {
    const acts = useActs()
    return <Button onClick={() => void acts.run('POST /rooms', {}, { name: 'Room 12' })}>Send</Button>
  }
  showDialog(Below, {}, { account: office, onClose })
  await page.getByRole('button', { name: 'Send' }).click()
  const field = page.getByLabelText('Current password')
  await field.fill('x')
  await userEvent.keyboard('{Escape}')
  await expect.element(field).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Send' })).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
})
