import { expect, test } from 'vitest'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import { defaultPermissions, readPermissions } from './document-permissions.ts'

const signedIn = makeContext({ caller: makeCaller('asha', 'STD') })
const registering = makeContext({ registeringAccountId: 'asha' })

test('a document that is created without any has those of its signed-in creator; a guest’s has none', () => {
  expect(defaultPermissions(signedIn)).toEqual(['read("user:asha")', 'update("user:asha")', 'delete("user:asha")'])
  expect(defaultPermissions(registering)).toEqual([])
})

test('“write” is stored as update and delete, each once, and “create” is dropped', () => {
  const given = ['write("any")', 'update("any")', 'create("users")', 'read("label:STD")']
  expect(readPermissions(signedIn, given)).toEqual(['update("any")', 'delete("any")', 'read("label:STD")'])
})

test('a caller can name only roles that they have', () => {
  expect(() => readPermissions(signedIn, ['read("guests")'])).toThrow('roles that you have')
  expect(() => readPermissions(registering, ['read("users")'])).toThrow('roles that you have')
  expect(readPermissions(registering, ['read("guests")', 'read("user:asha")'])).toHaveLength(2)
})

test('a state of the email is held by those whose email has it, and by no guest', () => {
  const held = ['read("users/verified")', 'read("user:asha/verified")', 'read("users")']
  expect(readPermissions(signedIn, held)).toEqual(held)
  for (const [context, role] of [
    [signedIn, 'users/unverified'],
    [signedIn, 'user:asha/unverified'],
    [signedIn, 'user:ravi'],
    [signedIn, 'label:ORG'],
    [registering, 'user:asha/unverified'],
    [registering, 'label:STD'],
  ] as const) {
    expect(() => readPermissions(context, [`read("${role}")`])).toThrow('roles that you have')
  }
})
