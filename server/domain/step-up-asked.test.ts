import { expect, test } from 'vitest'
import { recentAuthenticationMs } from '#contract/rules.ts'
import type { Caller, RequestContext } from './request-context.ts'
import { askStepUpOf } from './step-up-asked.ts'

const shown = 1_800_000_000_000
const context = { caller: { session: { authenticatedAt: shown } } as Caller } as RequestContext
const door = askStepUpOf(context)
const refused = expect.objectContaining({ reason: 'step-up-needed' })

test('a step-up is good for ten minutes', () => {
  expect(door.stepUp(shown + recentAuthenticationMs)).toBe(context)
  expect(() => door.stepUp(shown + recentAuthenticationMs + 1)).toThrow(refused)
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
