import { describe, expect, test } from 'vitest'
import { guardQuery } from './guard-query.ts'

const guard = (query: string) => () => guardQuery({ url: `/v1/ping${query}` })

describe('a query', () => {
  test.each(['', '?', '?a', '?a=b+c', '?a=%C3%A9&b=%F0%9F%98%80', '?a=?%25', '?a=100%25', '?q[0]={"a":"é"}'])(
    '%j is taken',
    (query) => expect(guard(query)).not.toThrow(),
  )

  test.each([
    ['bytes that are no UTF-8', '?a=%ff'],
    ['half a character', '?a=%E0%A4'],
    ['an encoding that is too long', '?a=%c0%ae'],
    ['an encoded surrogate', '?a=%ed%a0%80'],
    ['a percent sign alone', '?a=100%'],
    ['digits that are none', '?a=%zz'],
    ['U+0000', '?a=b%00'],
    ['all that in a name', '?%ff=a'],
    ['all that after a second question mark', '?a=?%ff'],
  ])('with %s is a bad request', (_what, query) => {
    expect(guard(query)).toThrow(expect.objectContaining({ type: 'general_bad_request', status: 400 }))
  })
})
