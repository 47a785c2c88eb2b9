import { expect, test } from 'vitest'
import { seenStepUpMs } from '#contract/desk-rules.ts'
import { recentAuthenticationMs } from '#contract/rules.ts'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import { askStepUpOf } from './step-up-asked.ts'

const shown = 1_800_000_000_000
const context = makeContext({ caller: makeCaller('asha', 'STD', { authenticatedAt: shown }) })
const door = askStepUpOf(context)
const refused = expect.objectContaining({ reason: 'step-up-needed' })

test('a step-up is good for ten minutes', () => {
  expect(door.stepUp(shown + recentAuthenticationMs)).toBe(context)
  expect(() => door.stepUp(shown + recentAuthenticationMs + 1)).toThrow(refused)
})

test('at a desk it is good for half an hour, to see a person', () => {
  expect(door.stepUpAtDesk(shown + seenStepUpMs)).toBe(context)
  expect(() => door.stepUpAtDesk(shown + seenStepUpMs + 1)).toThrow(refused)
})

test('a session that was read again counts instead of the request’s', () => {
  expect(() => door.stepUp(shown, { authenticatedAt: 0 })).toThrow(refused)
  expect(door.stepUp(shown + 2 * recentAuthenticationMs, { authenticatedAt: shown + recentAuthenticationMs })).toBe(
    context,
  )
})

test('where the input needs none, an old one is enough', () => {
  const late = shown + recentAuthenticationMs + 1
  expect(door.stepUpIf(false, late)).toBe(context)
  expect(() => door.stepUpIf(true, late)).toThrow(refused)
})

test('a use case that refuses by itself is told', () => {
  expect(door.findStepUp(shown + recentAuthenticationMs)).toBe(context)
  expect(door.findStepUp(shown + recentAuthenticationMs + 1)).toBeUndefined()
})
