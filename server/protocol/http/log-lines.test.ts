import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLogStream, describeError, maskText } from './log-lines.ts'

function written(line: string): string {
  const lines: string[] = []
  createLogStream((one) => lines.push(one)).write(line)
  expect(lines).toHaveLength(1)
  return lines[0] ?? ''
}

describe('a line of the log', () => {
  test('stays one line of JSON whatever text stands in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ unit: 'grapheme' }), (hostile, name) => {
        const line = written(JSON.stringify({ level: 'info', msg: hostile, nested: { list: [name] } }))
        expect(line.endsWith('\n')).toBe(true)
        expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
        expect(JSON.parse(line)).toMatchObject({ level: 'info', nested: { list: [expect.any(String)] } })
      }),
      { numRuns: 500 },
    )
  })

  test('escapes characters that would move a cursor, end a line or turn text around', () => {
    const line = written(JSON.stringify({ msg: 'a\u001b[2Jb\r\nc\u202ed\u2028e\u0085f\ufeff' }))
    expect(line).toBe('{"msg":"a\\u001b[2Jb\\r\\nc\\u202ed\\u2028e\\u0085f\\ufeff"}\n')
  })

  test('that is not JSON is replaced, not repeated', () => {
    for (const broken of ['', 'asha@students.example', '{"msg":"cut', '{"a":1}\n{"level":"fatal"}']) {
      expect(written(broken)).toBe('{"level":"error","msg":"A line of the log could not be read, and was left out"}\n')
    }
  })

  test('is cut before it becomes long', () => {
    expect(written(JSON.stringify({ msg: 'x'.repeat(1_000_000) })).length).toBeLessThan(4_100)
  })
})

describe('text in the log', () => {
  test.each([
    ['asha.rao+cs@students.example', 'a***@students.example'],
    ['550 <asha@x.example>: no such user', '550 <a***@x.example>: no such user'],
    ['Key (email)=(asha@x.example) exists', 'Key (email)=(a***@x.example) exists'],
    ['äöü@x.example, b@y.example', 'ä***@x.example, b***@y.example'],
    ['GET /verify-email?userId=u&secret=abc HTTP', 'GET /verify-email?*** HTTP'],
    ['https://rollkey.example/new-password?secret=abc', 'https://rollkey.example/new-password?***'],
    ['smtps://rollkey:hunter2@mail.example', 'smtps://mail.example'],
    ['postgresql://me:p%40ss@db.example:5432/rollkey', 'postgresql://db.example:5432/rollkey'],
    ['secret=abc token=def', 'secret=*** token=***'],
    ['at node_modules/@fastify/websocket/index.js:3:4', 'at node_modules/@fastify/websocket/index.js:3:4'],
    ['no address here', 'no address here'],
  ])('%j is shown as %j', (text, shown) => {
    expect(maskText(text)).toBe(shown)
  })

  test('never shows a whole mail address', () => {
    fc.assert(
      fc.property(fc.emailAddress(), fc.string(), fc.string(), (email, before, after) => {
        const masked = maskText(`${before} <${email}> ${after}`)
        const [local = ''] = email.split('@')
        if (local.length > 1 && !before.includes(email) && !after.includes(email))
          expect(masked).not.toContain(`<${email}>`)
      }),
    )
  })

  test.each(['x'.repeat(4_000), `${'a@'.repeat(2_000)}`, `${'/'.repeat(3_999)}?`, '://'.repeat(1_300)])(
    'is masked quickly, however it is made (%#)',
    (hostile) => {
      // The processor's time: another process may take the machine's meanwhile.
      const before = process.threadCpuUsage()
      maskText(hostile)
      expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(1_000)
    },
  )
})

describe('an error in the log', () => {
  test('shows its place and its cause, and nothing that a driver attached', () => {
    const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(a@b.c)', rows: [1] })
    const error = new Error('not now', { cause })
    const described = describeError(error)
    expect(described).toMatchObject({
      type: 'Error',
      message: 'not now',
      stack: expect.stringContaining('log-lines.test'),
      cause: { code: '23505', message: 'duplicate key' },
    })
    expect(JSON.stringify(described)).not.toMatch(/detail|rows/)
  })

  test('may cause itself, be several, or be none', () => {
    const loop = new Error('loop')
    loop.cause = loop
    expect(JSON.stringify(describeError(loop)).length).toBeLessThan(20_000)
    const many = new AggregateError(Array.from({ length: 100 }, (_, index) => new Error(`number ${index}`)))
    expect(describeError(many).errors).toHaveLength(5)
    expect(describeError('asha@students.example')).toEqual({
      type: 'string',
      message: 'asha@students.example',
      stack: '',
    })
  })
})
