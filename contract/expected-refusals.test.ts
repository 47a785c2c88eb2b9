import { expect, test } from 'vitest'
import { expectedRefusals } from './expected-refusals.ts'
import { type CataloguedReason, problems, typeOfReason } from './problems.ts'

test.each<CataloguedReason>([
  'general_unauthorized_scope',
  'general_unknown_origin',
  'general_rate_limit_exceeded',
  'too-many-wrong-passwords',
  'screen-copied',
  'screen-ended',
  'screen-request-refused',
])('%s keeps its status: it is no ordinary work', (reason) => {
  expect(expectedRefusals).not.toContain(reason)
})

test.each(expectedRefusals)('%s is neither a fault nor a limit', (reason) => {
  expect([400, 401, 403, 404, 409]).toContain(problems[typeOfReason(reason)].status)
})

test('each is named once, in the order of the alphabet', () => {
  expect(expectedRefusals).toEqual([...new Set(expectedRefusals)].sort())
})
