import { expect, test, vi } from 'vitest'
import { makeEmailChange } from './change-profile-email.ts'

function calls() {
  return {
    changeAccount: vi.fn(async (email: string, _password: string) => ({ email })),
    changeProfile: vi.fn(async (_email: string) => undefined),
  }
}

test('moves the account, then the profile', async () => {
  const made = calls()
  expect(await makeEmailChange(made)('new@example.org', 'secret')).toEqual({ email: 'new@example.org' })
  expect(made.changeAccount).toHaveBeenCalledExactlyOnceWith('new@example.org', 'secret')
  expect(made.changeProfile).toHaveBeenCalledExactlyOnceWith('new@example.org')
})

test('leaves the profile alone when the account is refused', async () => {
  const made = calls()
  made.changeAccount.mockRejectedValueOnce(new Error('Wrong email or password.'))
  await expect(makeEmailChange(made)('new@example.org', 'wrong')).rejects.toThrow('Wrong email or password.')
  expect(made.changeProfile).not.toHaveBeenCalled()
})

test('repeats only the profile when the account has moved already', async () => {
  const made = calls()
  made.changeProfile.mockRejectedValueOnce(new Error('Network request failed'))
  const change = makeEmailChange(made)
  await expect(change('new@example.org', 'secret')).rejects.toThrow('Network request failed')
  await change('new@example.org', 'secret')
  expect(made.changeAccount).toHaveBeenCalledOnce()
  expect(made.changeProfile).toHaveBeenCalledTimes(2)
})

test('moves the account again for another address', async () => {
  const made = calls()
  const change = makeEmailChange(made)
  await change('one@example.org', 'secret')
  await change('two@example.org', 'secret')
  expect(made.changeAccount).toHaveBeenCalledTimes(2)
})
