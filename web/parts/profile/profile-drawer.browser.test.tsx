import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { OwnData } from '#contract/own-data.ts'
import { answerCalls, noAnswer, refuse } from '../../testing/answer-calls.ts'
import {
  asha,
  ashaDocument,
  ashaProfile,
  noPasskeys,
  office,
  officeDocument,
  officeProfile,
  ownPasskey,
} from '../../testing/people.ts'
import { expectCount, press, showPart, toast } from '../../testing/show-part.tsx'
import { Dialog, useDialog } from '../../ui/index.ts'
import type { Profile } from './profile.ts'
import { ProfileDrawer } from './profile-drawer.tsx'

const load = async () => ProfileDrawer

function OpenedByButton({ profile }: { profile: Profile }) {
  const drawer = useDialog()
  return (
    <>
      <button type="button" onClick={() => drawer.open()}>
        Who I am
      </button>
      <Dialog
        of={drawer}
        load={load}
        props={{ profile, logOut: () => undefined, isLoggingOut: false }}
        place="drawer"
      />
    </>
  )
}

const ashasData: OwnData = {
  format: 'rollkey own data v1',
  writtenAt: 1,
  account: {
    ...{ id: 'asha', email: 'asha@college.example', isEmailVerified: true, firstName: 'Asha', lastName: 'Rao' },
    ...{ phoneNumber: '', rollNumber: '1', createdAt: 1, passkeys: [] },
  },
  ...{ memberships: [], enrolments: [], marks: [], disputedAbsences: [], rulings: [], logins: [] },
  receipts: { byEmail: false, browsers: 0 },
}

const opener = page.getByRole('button', { name: 'Who I am' })
const drawer = page.getByRole('dialog', { name: 'Profile' })

async function openDrawer(profile = officeProfile, answers: Parameters<typeof answerCalls>[0] = {}): Promise<void> {
  answerCalls({
    'GET /passkeys': noPasskeys,
    'GET /account/sessions': { total: 0, sessions: [] },
    'GET /receipts/settings': { byEmail: true, pushKey: 'key' },
    ...answers,
  })
  showPart(<OpenedByButton profile={profile} />, { account: profile.label === 'ORG' ? office : asha })
  await press(opener, 'Enter')
  await expect.element(drawer).toBeVisible()
}

test('is 350 px wide', async () => {
  await openDrawer()
  await expect.element(drawer).toHaveStyle({ width: '350px' })
})

test('the ways to the own data do not touch each other', async () => {
  await openDrawer(ashaProfile)
  await drawer.getByText('Your data', { exact: true }).click()
  const [first, second] = [
    drawer.getByRole('button', { name: 'Download your data' }),
    drawer.getByRole('link', { name: 'Read and print your data' }),
  ] as const
  await expect.element(second).toBeVisible()
  const gap = second.element().getBoundingClientRect().top - first.element().getBoundingClientRect().bottom
  expect(gap).toBeGreaterThanOrEqual(8)
})

test('gives the focus back to what has opened it', async () => {
  await openDrawer()
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('has the id copied by a button', async () => {
  await openDrawer()
  await drawer.getByRole('button', { name: 'Copy the id', exact: false }).click()
  await expect.element(toast('Org-ID copied to clipboard')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(officeProfile.$id)
})

test('tells a name in Devanagari as Hindi, whatever the screen speaks', async () => {
  const name = 'श्री विश्वेश्वरैया राष्ट्रीय प्रौद्योगिकी एवं प्रबंधन महाविद्यालय'
  await openDrawer({ ...officeProfile, name })
  await expect.element(page.getByRole('heading', { name })).toHaveAttribute('lang', 'hi')
})

test('every dialog takes the focus into its first field, and gives it back', async () => {
  await openDrawer()
  for (const [action, field] of [
    ['Update Email', 'New email'],
    ['Update Phone Number', 'New phone number'],
    ['Change Password', 'Old Password'],
  ] as const) {
    const button = drawer.getByRole('button', { name: action })
    await press(button, 'Enter')
    await expect.element(page.getByLabelText(field)).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(button).toHaveFocus()
  }
})

test('a dialog takes the focus, whatever fields the profile has itself', async () => {
  await openDrawer(ashaProfile)
  await drawer.getByRole('heading', { name: 'Receipts' }).click()
  await expect.element(drawer.getByRole('switch', { name: 'By email' })).toBeEnabled()
  await press(drawer.getByRole('button', { name: 'Update Phone Number' }), 'Enter')
  await expect.element(page.getByLabelText('New phone number')).toHaveFocus()
})

test('a student corrects the own name, which begins as it is', async () => {
  let sent: unknown
  await openDrawer(ashaProfile, {
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': ashaDocument,
    'PATCH /own/name': ({ body }) => {
      sent = body
      return undefined
    },
  })
  await drawer.getByRole('button', { name: 'Correct Name' }).click()
  const form = page.getByRole('dialog', { name: 'Update name' })
  await expect.element(form.getByLabelText('Last Name')).toHaveValue(ashaDocument.lastName)
  await form.getByLabelText('First Name').fill(' ')
  await form.getByRole('button', { name: 'Correct Name' }).click()
  await expect.element(form.getByText('Please fill this in.')).toBeVisible()
  await form.getByLabelText('First Name').fill('Aisha')
  await form.getByRole('button', { name: 'Correct Name' }).click()
  await expect.element(toast('Name updated successfully!')).toBeVisible()
  expect(sent).toEqual({ firstName: 'Aisha', lastName: ashaDocument.lastName })
})

test('recovery codes over it stay until their own button, and give the focus back to their section', async () => {
  let isConfirmed = () => false
  await openDrawer(officeProfile, {
    'GET /passkeys': { ...noPasskeys, passkeys: [ownPasskey], recoveryCodes: 0 },
    'POST /recovery-codes': () =>
      isConfirmed() ? { codes: Array.from({ length: 10 }, (_, index) => `CODE-${index}`) } : refuse('step-up-needed'),
    'POST /session/confirm': () => {
      isConfirmed = () => true
      return { confirmed: true } as const
    },
  })
  await drawer.getByRole('heading', { name: 'Passkeys' }).click()
  await press(page.getByRole('button', { name: 'Make recovery codes' }), 'Enter')
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByLabelText('Current password').fill('ledger-pencil-window-42')
  await question.getByRole('button', { name: 'Continue' }).click()
  const codes = page.getByRole('dialog', { name: 'Recovery codes' })
  await expectCount(codes.getByRole('listitem'), 10)
  await userEvent.keyboard('{Escape}')
  await userEvent.click(document.body, { position: { x: 5, y: 5 }, force: true })
  await userEvent.keyboard('{Escape}')
  await expect.element(codes).not.toHaveAttribute('data-ending-style')
  await expectCount(codes.getByRole('listitem'), 10)
  expect(
    codes
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Copy', 'Print', 'Done'])
  await press(codes.getByRole('button', { name: 'Done' }), 'Enter')
  await expect.element(codes).not.toBeInTheDocument()
  await expect.element(drawer.getByRole('button', { name: 'Make new recovery codes' })).toHaveFocus()
})

describe('the email', () => {
  const modal = page.getByRole('dialog', { name: 'Update email' })
  const email = modal.getByLabelText('New email')
  const password = modal.getByLabelText('Current password')
  const send = modal.getByRole('button', { name: 'Update Email' })

  test('is refused beside the field that is wrong, and the focus goes there', async () => {
    await openDrawer(officeProfile, { 'PATCH /account/email': refuse('current-password-wrong') })
    await drawer.getByRole('button', { name: 'Update Email' }).click()
    await email.fill('register.kaveri.example')
    await send.click()
    await expect.element(modal.getByText('Enter an email address, such as name@example.org.')).toBeVisible()
    await email.fill('register@kaveri.example')
    await press(email, 'Enter')
    await expect.element(toast('Please enter your password to update your email.')).toBeVisible()
    await expect.element(password).toHaveFocus()
    await expect.element(password).toHaveAccessibleDescription(/Please enter your password to update your email\./)
    await password.fill('not-the-password-at-all')
    await press(send, 'Enter')
    await expect.element(toast('Failed to update email')).toBeVisible()
    await expect.element(modal.getByText('The current password is wrong.')).toBeVisible()
    await expect.element(password).toHaveFocus()
  })
})

describe('the phone number', () => {
  test('is checked before it is sent, and stays in its field when no answer comes', async () => {
    await openDrawer(officeProfile, {
      'PATCH /databases/:databaseId/collections/:collectionId/documents/:documentId': noAnswer,
    })
    await drawer.getByRole('button', { name: 'Update Phone Number' }).click()
    const modal = page.getByRole('dialog', { name: 'Update phoneNumber' })
    const number = modal.getByLabelText('New phone number')
    const send = modal.getByRole('button', { name: 'Update Phone Number' })
    await send.click()
    await expect.element(toast('Please enter mobile number')).toBeVisible()
    await number.fill('no number')
    await send.click()
    await expect.element(modal.getByText('Use 5 to 20 digits, spaces, brackets or dashes.')).toBeVisible()
    await number.fill('+91 80 2345 0000')
    await send.click()
    await expect.element(toast('Failed to update phoneNumber')).toBeVisible()
    await expect.element(number).toHaveValue('+91 80 2345 0000')
  })
})

describe('the password', () => {
  test('needs the old one, and the right one', async () => {
    await openDrawer(officeProfile, { 'PATCH /account/password': refuse('current-password-wrong') })
    await drawer.getByRole('button', { name: 'Change Password' }).click()
    const modal = page.getByRole('dialog', { name: 'Update password' })
    const send = modal.getByRole('button', { name: 'Change Password' })
    await modal.getByLabelText('New Password').fill('harvest-candle-81')
    await send.click()
    await expect.element(toast('Please enter both the old and new passwords.')).toBeVisible()
    await modal.getByLabelText('Old Password').fill('not-the-password-at-all')
    await send.click()
    await expect.element(toast('Failed to update password')).toBeVisible()
  })
})

test('a student downloads the own data after a step-up', async () => {
  let isConfirmed = false
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await openDrawer(ashaProfile, {
    'GET /own/data': () => (isConfirmed ? ashasData : refuse('step-up-needed')),
    'POST /session/confirm': () => {
      isConfirmed = true
      return { confirmed: true } as const
    },
  })
  await drawer.getByRole('heading', { name: 'Your data' }).click()
  await press(drawer.getByRole('button', { name: 'Download your data' }), 'Enter')
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByLabelText('Current password').fill('ledger-pencil-window-42')
  await question.getByRole('button', { name: 'Continue' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.poll(() => saved.mock.calls.length).toBe(1)
})

test('an institute has no data of its own to download', async () => {
  await openDrawer(officeProfile)
  await expectCount(drawer.getByRole('heading', { name: 'Your data' }), 0)
})

test('a student deletes the account by a second press, reads until when it stays, and keeps it', async () => {
  let deleteAt: number | null = null
  await openDrawer(ashaProfile, {
    'GET /own/account': () => ({ deleteAt }),
    'DELETE /own/account': () => {
      deleteAt = Date.UTC(2030, 0, 15, 12)
      return { deleteAt }
    },
    'POST /own/account': () => {
      deleteAt = null
      return undefined
    },
  })
  await drawer.getByRole('heading', { name: 'Your data' }).click()
  await press(drawer.getByRole('button', { name: 'Delete the Account' }), 'Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete the Account' })
  await expect.element(dialog.getByText(/Your institutes keep your name, number and attendance/)).toBeVisible()
  await press(dialog.getByRole('button', { name: 'Delete your account' }), 'Enter')
  const confirmation = dialog.getByRole('button', { name: 'Yes, delete your account' })
  await expect.element(confirmation).toHaveFocus()
  await expect.poll(() => confirmation.element().getAttribute('aria-disabled')).not.toBe('true')
  await userEvent.keyboard('{Enter}')
  await expect.element(toast('A mail is on its way, by which you can keep the account')).toBeVisible()
  await expect.element(dialog.getByText(/Your account is deleted on .*2030/)).toBeVisible()
  await press(dialog.getByRole('button', { name: 'Keep the Account' }), 'Enter')
  await expect.element(toast('Your account stays')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Delete your account' })).toBeVisible()
})

test('a student reads what leaving means, and leaves an institute by a second press', async () => {
  let isMember = true
  await openDrawer(ashaProfile, {
    'GET /databases/:databaseId/collections/:collectionId/documents': () => {
      const documents = isMember ? [officeDocument] : []
      return { total: documents.length, documents }
    },
    'DELETE /memberships/:organisationId': () => {
      isMember = false
      return undefined
    },
    'GET /account': asha,
  })
  await drawer.getByRole('heading', { name: 'Your data' }).click()
  await press(drawer.getByRole('button', { name: 'Leave an Institute' }), 'Enter')
  const dialog = page.getByRole('dialog', { name: 'Leave an Institute' })
  await expect.element(dialog.getByText(/The office sees that you left/)).toBeVisible()
  await press(dialog.getByRole('button', { name: `Leave ${officeDocument.name}` }), 'Enter')
  const confirmation = dialog.getByRole('button', { name: `Yes, leave ${officeDocument.name}` })
  await expect.element(confirmation).toHaveFocus()
  await expect.poll(() => confirmation.element().getAttribute('aria-disabled')).not.toBe('true')
  await userEvent.keyboard('{Enter}')
  await expect.element(toast(`You have left ${officeDocument.name}`)).toBeVisible()
  await expect.element(dialog.getByText('You are in no institute.')).toBeVisible()
})
