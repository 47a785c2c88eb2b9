import { expect, test } from 'vitest'
import { writeFindings } from './write-findings.ts'

const sound = { rule: 'A rule', rows: 12, wrong: [] }

test('the output lists the rules, what cannot be checked from here, and the verdict', () => {
  const findings = [
    { ...sound, note: 'a word' },
    { ...sound, unseen: 'The end cut off cannot be seen' },
  ]
  expect(writeFindings(findings).split('\n')).toEqual([
    'ok                12  A rule (a word)',
    'ok                12  A rule',
    '',
    'The end cut off cannot be seen.',
    '',
    'Everything is as it must be.',
    '',
  ])
})

test('of one rule twenty rows are shown, and the others are counted', () => {
  const wrong = Array.from({ length: 25 }, (_, number) => `row ${number}`)
  const lines = writeFindings([{ ...sound, wrong }]).split('\n')
  expect(lines[0]).toBe('25 WRONG          12  A rule')
  expect(lines[20]?.trim()).toBe('row 19')
  expect(lines[21]?.trim()).toBe('and 5 more')
  expect(lines).toContain('25 things are wrong.')
})
