import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { signedInHintCookie } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import { takeMailLink } from '../../session/mail-link.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { office } from '../../testing/people.ts'
import { showPart } from '../../testing/show-part.tsx'
import { VerifyEmail } from './verify-email.tsx'

const ownAddress = location.href
const token = {
  $id: 'token000000000000000',
  $createdAt: office.$createdAt,
  userId: office.$id,
  secret: '',
  expire: office.$createdAt,
  phrase: '',
} as const

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it at a login
  document.cookie = `${signedInHintCookie}=1; Path=/`
  history.replaceState(null, '', `${paths.verifyEmail}?userId=${office.$id}&secret=of-the-mail`)
  takeMailLink()
})

afterEach(() => history.replaceState(null, '', ownAddress))

test('leads on to the dashboard, also when the account was read before it was verified', async () => {
  const first = Promise.withResolvers<void>()
  let isVerified = false
  answerCalls({
    'PUT /account/verification': () => {
      isVerified = true
      return token
    },
    'GET /account': async () => {
      if (isVerified) return office
      await first.promise
      return { ...office, emailVerification: false }
    },
  })
  showPart(<VerifyEmail />)
  await expect.element(page.getByText('Verification Successfull', { exact: true })).toBeVisible()
  first.resolve()
  await expect.element(page.getByRole('link', { name: 'Continue' })).toBeVisible()
})
