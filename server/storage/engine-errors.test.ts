import { expect, test } from 'vitest'
import { isDatabaseOutage } from './engine-errors.ts'

test.each(['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTDOWN'])(
  'a database whose host is gone (%s) is an outage, and no fault of the request',
  (code) => {
    expect(isDatabaseOutage(Object.assign(new Error('on the way there'), { code }))).toBe(true)
  },
)
