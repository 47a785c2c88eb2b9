import { Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { signedInHintCookie } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import { takeMailLink } from '../../session/mail-link.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
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

function openLink(query: string): void {
  history.replaceState(null, '', `${paths.verifyEmail}?userId=${office.$id}&secret=of-the-mail${query}`)
  takeMailLink()
  answerCalls({ 'PUT /account/verification': token, 'GET /account': refuse('general_unauthorized_scope') })
  showPart(
    <Routes>
      <Route path="/" element={<VerifyEmail />} />
      <Route path={paths.login} element={<CategoryOfLogin />} />
    </Routes>,
  )
}

function CategoryOfLogin() {
  const { state } = useLocation()
  return <p>Category: {String(state?.category)}</p>
}

test.each([
  ['an institute', '&category=ORG', 'It is the way a phone or computer is unlocked', 'ORG'],
  ['a student', '', 'It is the way you unlock your phone', 'undefined'],
])(
  'without a login the link says what is next for %s, and leads to the right login',
  async (_who, query, answer, category) => {
    openLink(query)
    await expect.element(page.getByText('The next step is your passkey, if you have none yet.')).toBeVisible()
    await expect.element(page.getByText(answer, { exact: false })).toBeVisible()
    await page.getByRole('link', { name: 'Go to Login' }).click()
    await expect.element(page.getByText(`Category: ${category}`)).toBeVisible()
  },
)

const maybeConfirmed =
  'The link has been opened before, is too old, is not complete, or a newer mail has taken its place. Some mail programs open a link before you do, so your address may be confirmed already. Log in to see, or to ask for a new mail.'

test('a link that a mail program may have opened first is not said to have failed for good', async () => {
  answerCalls({
    'PUT /account/verification': refuse('user_invalid_token'),
    'GET /account': refuse('general_unauthorized_scope'),
  })
  showPart(
    <Routes>
      <Route path="/" element={<VerifyEmail />} />
      <Route path={paths.login} element={<CategoryOfLogin />} />
    </Routes>,
  )
  await expect.element(page.getByText('Verification Failed', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Verification failed. Please try again!', { exact: true })).toBeVisible()
  await expect.element(page.getByText(maybeConfirmed, { exact: true })).toBeVisible()
  await expect.element(page.getByText('This request is no longer valid. Please start again.')).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Go to Login' }).click()
  await expect.element(page.getByText('Category: undefined')).toBeVisible()
})
