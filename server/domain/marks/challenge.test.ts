import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { wayOfMark } from '#contract/answer-parts.ts'
import type { CheckInFacts } from '#contract/check-in-facts.ts'
import { checkInChallenge, handFacts } from './challenge.ts'

const facts: CheckInFacts = {
  nonce: Buffer.alloc(32, 1).toString('base64url'),
  origin: 'https://rollkey.example',
  organisationId: 'K7QF3M9T',
  attendanceSessionId: '0190b5a2-5c1e-7a3f-9c1d-2f6f1d3e4a5b',
  boundStudentId: '7MWX4RCN',
  way: 'room-code',
  place: '179541729',
  begunAt: 1_795_417_290_123,
}

/** The rows of the vectors: six cells each, in backticks or empty. */
function readVectors(): string[][] {
  const page = readFileSync(new URL('../../../docs/evidence.md', import.meta.url), 'utf8')
  return page
    .split('\n')
    .filter((line) => /^\| `[\w-]{43}` \|/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, 7)
        .map((cell) => cell.trim().replaceAll('`', '')),
    )
}

test('the vectors of docs/evidence.md are what the code computes', () => {
  const vectors = readVectors()
  expect(vectors).toHaveLength(3)
  for (const [nonce = '', student = '', way, place = '', begunAt, challenge] of vectors) {
    const given = { nonce, boundStudentId: student === '' ? null : student, place, begunAt: Number(begunAt) }
    expect(checkInChallenge({ ...facts, ...given, way: wayOfMark.parse(way) })).toBe(challenge)
  }
})

test.each([
  { nonce: Buffer.alloc(32, 2).toString('base64url') },
  { origin: 'https://other.example' },
  { organisationId: 'K7QF3M9V' },
  { attendanceSessionId: '0190b5a2-5c1e-7a3f-9c1d-2f6f1d3e4a5c' },
  { boundStudentId: null },
  { way: 'screen' },
  { place: '179541730' },
  { begunAt: 1_795_417_290_124 },
] satisfies Partial<CheckInFacts>[])('another %o is another challenge', (change) => {
  expect(checkInChallenge({ ...facts, ...change })).not.toBe(checkInChallenge(facts))
})

test('no byte moves from one part to the next unseen', () => {
  const moved = { organisationId: 'K7QF3M9T0', attendanceSessionId: facts.attendanceSessionId.slice(1) }
  expect(checkInChallenge({ ...facts, ...moved })).not.toBe(checkInChallenge(facts))
})

describe('by hand', () => {
  const { nonce, origin, organisationId, attendanceSessionId, begunAt } = facts
  const list = { nonce, origin, organisationId, attendanceSessionId, begunAt, students: ['A', 'B'], reason: 'Ill.' }
  const challengeOf = (change: Partial<typeof list>) => checkInChallenge(handFacts({ ...list, ...change }))

  test.each([
    { students: ['A'] },
    { students: ['A', 'C'] },
    { students: ['AB'] },
    { reason: 'Late.' },
    { reason: '' },
    { attendanceSessionId: '0190b5a2-5c1e-7a3f-9c1d-2f6f1d3e4a5c' },
  ])('another %o is another challenge', (change) => {
    expect(challengeOf(change)).not.toBe(challengeOf({}))
  })

  test('the order of the list does not matter', () => {
    expect(challengeOf({ students: ['B', 'A'] })).toBe(challengeOf({}))
  })

  test('the vector of docs/evidence.md is what the code computes', () => {
    const page = readFileSync(new URL('../../../docs/evidence.md', import.meta.url), 'utf8')
    const students = ['7MWX4RCN', '3BCDFGHJ']
    const vector = { nonce: Buffer.from(Array.from({ length: 32 }, (_, i) => i)).toString('base64url'), students }
    expect(page).toContain(`\`${challengeOf({ ...vector, reason: 'The phone was empty.' })}\``)
  })
})
