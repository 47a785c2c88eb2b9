import { describe, expect, test } from 'vitest'
import { coursePolicy, defaultCoursePolicy } from './course-policy.ts'

const read = (change: object) => coursePolicy.safeParse({ ...defaultCoursePolicy, ...change })
const sentencesOf = (change: object) => read(change).error?.issues.map(({ message }) => message)

describe('the policy of a course', () => {
  test('that a course begins with is one', () => {
    expect(coursePolicy.parse(defaultCoursePolicy)).toEqual(defaultCoursePolicy)
  })

  test.each([
    ['the lowest numbers', { goal: 1, latePoints: 0, leftEarlyPoints: 0, lateAsAway: 2, drop: 0, lateAfter: 0 }],
    ['the highest', { goal: 100, lateAsAway: 20, drop: 20, lateAfter: 300, closesAfter: 300 }],
    ['closing when a check-in would be late', { lateAfter: 10, closesAfter: 10 }],
    ['late after hours, and never closing', { lateAfter: 300, closesAfter: null }],
    ['the other choices', { excused: 'missed', by: 'minutes', afterClosing: 'refused', guests: true }],
  ])('may have %s', (_what, change) => {
    expect(read(change).data).toEqual({ ...defaultCoursePolicy, ...change })
  })

  test.each([
    [{ goal: 0 }, 'goal must be 1 to 100'],
    [{ goal: 101 }, 'goal must be 1 to 100'],
    [{ goal: 74.5 }, 'goal must be a whole number'],
    [{ goal: '75' }, 'goal must be a whole number'],
    [{ excused: 'present' }, 'excused must be left-out, attended or missed'],
    [{ latePoints: 101 }, 'latePoints must be 0 to 100'],
    [{ leftEarlyPoints: -1 }, 'leftEarlyPoints must be 0 to 100'],
    [{ lateAsAway: 1 }, 'lateAsAway must be 2 to 20'],
    [{ lateAsAway: 21 }, 'lateAsAway must be 2 to 20'],
    [{ drop: 21 }, 'drop must be 0 to 20'],
    [{ drop: null }, 'drop must be a whole number'],
    [{ by: 'hours' }, 'by must be sessions or minutes'],
    [{ lateAfter: 301, closesAfter: null }, 'lateAfter must be 0 to 300'],
    [{ lateAfter: 0, closesAfter: 0 }, 'closesAfter must be 1 to 300'],
    [{ closesAfter: 301 }, 'closesAfter must be 1 to 300'],
    [{ lateAfter: 31 }, 'lateAfter must be at most closesAfter'],
    [{ afterClosing: 'late' }, 'afterClosing must be missed or refused'],
    [{ guests: 1 }, 'guests must be true or false'],
  ])('refuses %j: %s', (change, sentence) => {
    expect(sentencesOf(change)).toEqual([sentence])
  })

  test('has every field and no other', () => {
    const { drop: _drop, ...others } = defaultCoursePolicy
    expect(coursePolicy.safeParse(others).success).toBe(false)
    expect(read({ bonus: 1 }).success).toBe(false)
  })
})
