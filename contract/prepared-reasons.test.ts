import { expect, test } from 'vitest'
import { preparedReasons, sayReason } from './prepared-reasons.ts'
import { reportsTexts } from './reports-texts.ts'

const { preparedReasons: english } = reportsTexts

test('a prepared reason is said in the reader’s language, and words of a person stay as they are', () => {
  for (const reason of preparedReasons) expect(sayReason(reason, english)).toBe(english[reason])
  expect(sayReason('Drawn twice.', english)).toBe('Drawn twice.')
})
