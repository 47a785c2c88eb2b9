import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { idAnswer } from '#contract/answer-parts.ts'
import { appwriteCalls } from '#contract/appwrite-calls.ts'
import { type CallContract, partsOf } from '#contract/calls.ts'
import { passwordInput, textInput } from '#contract/inputs.ts'
import { productCalls } from '#contract/product-calls.ts'
import { listForms, listReasons } from './describe-schema.ts'

const valuesOf = (schema: z.ZodType) =>
  listForms(schema).map((fields) => fields.map(({ name, value }) => [name, value]))

describe('a schema is described', () => {
  test('field by field, with what is inside', () => {
    const schema = z.strictObject({ id: idAnswer, rows: z.array(z.strictObject({ isNew: z.boolean() })).max(3) })
    expect(valuesOf(schema)).toEqual([
      [
        ['id', 'id'],
        ['rows', 'list of object; at most 3 entries'],
        ['rows[].isNew', 'true or false'],
      ],
    ])
  })

  test('with the limits of a field, and with whether it may be left out', () => {
    const schema = z.strictObject({ name: textInput('name', 9).nullish(), count: z.int().min(1).default(4) })
    expect(valuesOf(schema)).toEqual([
      [
        [
          'name',
          expect.stringMatching(/^text \(.*‘name must have 1 to 9 ordinary characters’\), or null; may be left out$/),
        ],
        ['count', 'number; whole; at least 1; 4 when it is left out'],
      ],
    ])
  })

  test('in each of its forms', () => {
    const schema = z.union([z.strictObject({ one: z.literal(1) }), z.strictObject({ two: z.enum(['a', 'b']) })])
    expect(valuesOf(schema)).toEqual([[['one', '`1`']], [['two', '`"a"`, `"b"`']]])
  })

  test('with the reasons that its fields refuse by', () => {
    expect(listReasons(z.strictObject({ password: passwordInput }))).toEqual([
      'password-too-short',
      'password-too-long',
    ])
  })
})

test('no call is sent two values under one name: its use case is given them together', () => {
  for (const [name, call] of Object.entries<CallContract>({ ...appwriteCalls, ...productCalls })) {
    const namesOf = (schema: z.ZodType | undefined) => [
      ...new Set(
        (schema ? listForms(schema) : []).flat().flatMap((field) => (/[.[]/.test(field.name) ? [] : [field.name])),
      ),
    ]
    const all = [...partsOf(name), ...namesOf(call.input), ...namesOf(call.query)]
    expect([name, all]).toEqual([name, [...new Set(all)]])
  }
})
