import { describe, expect, test } from 'vitest'
import { isCatalogued, malformedReasons, problems, reasons, sentenceOfReason, typeOfReason } from './problems.ts'

describe('a reason', () => {
  test.each(Object.keys(problems) as (keyof typeof problems)[])(
    'with the name of the type %s is of that type',
    (type) => {
      expect(typeOfReason(type)).toBe(type)
      expect(sentenceOfReason(type)).toBe(problems[type].message)
    },
  )

  test.each(Object.entries({ ...reasons, ...malformedReasons }))('%s has hyphens, no underscores', (reason) => {
    expect(reason).toMatch(/^[a-z]+(-[a-z]+)+$/)
  })

  test.each([
    ['passkey-held', 'user_unauthorized'],
    ['malformed-document', 'document_invalid_structure'],
  ] as const)('%s is of the type %s', (reason, type) => {
    expect(typeOfReason(reason)).toBe(type)
  })

  test('has a sentence of its own, so that equal sentences mean equal reasons', () => {
    const sentences = Object.values(reasons).map(({ message }) => (typeof message === 'string' ? message : message('')))
    expect(new Set(sentences).size).toBe(sentences.length)
    const general = new Set<string>(Object.values(problems).map(({ message }) => message))
    expect(sentences.filter((sentence) => general.has(sentence))).toEqual([])
  })

  test('of the type user_invalid_token tells the step that failed, and never whose secret was wrong', () => {
    const own = Object.entries(reasons).flatMap(([name, { type }]) => (type === 'user_invalid_token' ? [name] : []))
    expect(own).toEqual([
      'check-in-refused',
      'desk-digits-old',
      'desk-digits-wrong',
      'invitation-joined',
      'room-code-old',
      'scan-ticket-old',
      'screen-code-wrong',
      'screen-request-refused',
      'screen-time-wrong',
    ])
  })

  test.each([
    'user_more_factors_required',
    'user_session_not_found',
    'user_already_exists',
    'general_unauthorized_scope',
  ])('of the type %s is the type itself: more would help an attacker', (type) => {
    const own = Object.values(reasons).filter((reason) => reason.type === type)
    expect(own).toEqual([])
  })

  test('puts its value into its sentence', () => {
    expect(sentenceOfReason('password-contains', 'Shreya')).toBe('Password must not contain ‘Shreya’')
  })

  test.each(['malformed-query', 'from-tomorrow', 'constructor', 7, undefined])(
    'is not in the catalogue: %s',
    (reason) => {
      expect(isCatalogued(reason)).toBe(false)
    },
  )
})
