import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { UserModel } from '#contract/account.ts'
import type { DeskPerson } from '#contract/desk.ts'
import { paths } from '#contract/paths.ts'
import type { PersonDetail, RosterPage, RosterPerson } from '#contract/roster.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { noPasskeys, office, officeDocument } from '../../testing/people.ts'
import { toast } from '../../testing/show-part.tsx'
import { showScreen } from '../../testing/show-screen.tsx'

const aarav: RosterPerson = {
  id: 'aarav',
  rollNumber: '21CS1001',
  name: { given: 'Aarav', family: 'Mehta' },
  email: 'aarav@college.example',
  section: 'A',
  studentId: null,
  isVerified: false,
  passkey: 'none',
  isNumberTaken: false,
}
const mute: RosterPerson = {
  ...aarav,
  id: 'mute',
  rollNumber: '21CS1002',
  name: { given: 'Bela', family: 'Shah' },
  email: '',
}
const roster: RosterPage = {
  people: [aarav, mute],
  counts: { all: 400, 'not-registered': 85, 'not-verified': 0, 'no-passkey': 3, held: 0 },
  sections: [],
}
const detail: PersonDetail = { ...aarav, externalId: null, source: 'Office', addedAt: null, doubles: [] }
const later = Date.now() + 300_000
const called: DeskPerson = {
  id: 'enrolment',
  personId: 'aarav',
  rollNumber: '21CS1001',
  name: aarav.name,
  email: aarav.email,
  state: 'code',
  isYours: true,
  claimedUntil: later,
  codeUntil: later,
  mail: { state: 'sent', at: 1_762_000_000_000 },
  triesLeft: 6,
  passkeys: [],
}
const withPasskey: DeskPerson = {
  ...called,
  state: 'passkey',
  passkeys: [{ name: 'Android phone', createdAt: 1_762_000_000_000 }],
}

/** `people`: whom the desks have called, which may change. */
function open(people: DeskPerson[], answers: Parameters<typeof answerCalls>[0] = {}, by: UserModel = office) {
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': { ...officeDocument, passKey: true },
    'GET /settings': { timeZone: 'Asia/Kolkata', displayNames: 'short', ways: ['screen'] },
    'GET /account': office,
    'GET /passkeys': noPasskeys,
    'GET /people': roster,
    'GET /people/:personId': detail,
    'GET /desk': () => ({ people: [...people] }),
    'POST /desk': () => {
      people.splice(0, 1, called)
      return { id: 'enrolment', secret: 'secret', codeUntil: later }
    },
    ...answers,
  })
  showScreen('desk', by, paths.desk(office.$id))
  return asked
}
const calls = (asked: ReturnType<typeof answerCalls>, call: string) => asked.filter((one) => one.call === call)
const ofAarav = () => page.getByRole('button', { name: /^Aarav Mehta/ })

test('an own login that only reads sees who is at the desks, and calls no one', async () => {
  open([called], {}, { ...office, prefs: { ...office.prefs, readsOnly: true } })
  await expect.element(page.getByText('312 of 400 are enrolled')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'At the desks' }).getByText('Aarav Mehta')).toBeVisible()
  expect(ofAarav().elements()).toHaveLength(0)
})

test('names beforehand whose number another student has', async () => {
  open([], { 'GET /people': { ...roster, people: [{ ...aarav, isNumberTaken: true }, mute] } })
  await expect.element(ofAarav().getByText('Another student has registered with this number.')).toBeVisible()
})

test('says how many are enrolled, and for whom something is missing', async () => {
  open([])
  await expect.element(page.getByText('312 of 400 are enrolled')).toBeVisible()
  await expect.element(ofAarav()).toBeVisible()
  await expect.element(page.getByText('No email: mark by hand')).toBeVisible()
})

test('by keys alone: the first match is called, seen, and the next one looked for', async () => {
  const people: DeskPerson[] = []
  const asked = open(people, {
    'POST /desk/:enrolmentId/seen': () => {
      people.length = 0
      return { people: [] }
    },
  })
  await expect.element(ofAarav()).toBeVisible()
  await userEvent.keyboard('/')
  const search = page.getByRole('searchbox')
  await expect.element(search).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('img', { name: 'Code for Aarav Mehta' })).toBeVisible()
  expect(calls(asked, 'POST /desk')[0]?.body).toEqual({ person: 'aarav', newMail: false })
  people.splice(0, 1, withPasskey)
  await expect.element(page.getByText('Passkey set. Look at the person and the card.')).toBeVisible()
  await expect.element(page.getByText('Android phone')).toBeVisible()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(toast('Aarav Mehta is enrolled')).toBeVisible()
  await expect.element(page.getByText('Next person, please')).toBeVisible()
  await expect.element(search).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('heading', { name: 'Choose a person' })).toBeVisible()
})

test('a person who is chosen while the list is read again stays chosen', async () => {
  const bela = { ...withPasskey, id: 'second', personId: 'mute', name: mute.name }
  const people = [withPasskey, bela]
  const read = Promise.withResolvers<void>()
  let isSeen = false
  open(people, {
    'GET /desk': async () => {
      if (isSeen) await read.promise
      return { people: [...people] }
    },
    'POST /desk/:enrolmentId/seen': () => {
      isSeen = true
      people.shift()
      return { people: [...people] }
    },
  })
  const atDesks = page.getByRole('region', { name: 'At the desks' })
  const row = (name: string) => atDesks.getByRole('button', { name: new RegExp(name) })
  await row('Aarav Mehta').click()
  await expect.element(page.getByText('Android phone')).toBeVisible()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(toast('Aarav Mehta is enrolled')).toBeVisible()
  await row('Bela Shah').click()
  read.resolve()
  await expect.element(row('Aarav Mehta')).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'Bela Shah' })).toBeVisible()
})

test('a step-up that is too old is asked for once, and the person is seen', async () => {
  const people = [withPasskey]
  let isConfirmed = false
  const asked = open(people, {
    'POST /session/confirm': () => {
      isConfirmed = true
      return { confirmed: true }
    },
    'POST /desk/:enrolmentId/seen': () => {
      if (!isConfirmed) return refuse('step-up-needed')
      people.length = 0
      return { people: [] }
    },
  })
  await page.getByRole('button', { name: /Passkey set/ }).click()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  const question = page.getByRole('dialog')
  await question.getByLabelText('Current password').fill('ledger-pencil-window-42')
  await question.getByRole('button', { name: 'Continue' }).click()
  await expect.element(toast('Aarav Mehta is enrolled')).toBeVisible()
  expect(calls(asked, 'POST /desk/:enrolmentId/seen')).toHaveLength(2)
})

test('the keys of the desk do nothing behind a question', async () => {
  const asked = open([withPasskey], {
    'POST /desk/:enrolmentId/seen': refuse('step-up-needed'),
    // The same keys may send the form of the question.
    'POST /session/confirm': refuse('user_invalid_credentials'),
  })
  await page.getByRole('button', { name: /Passkey set/ }).click()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByRole('dialog').getByLabelText('Current password')).toHaveFocus()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(calls(asked, 'POST /desk/:enrolmentId/seen')).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  // The person is still there: Escape closed the question alone.
  await expect.element(page.getByRole('button', { name: 'I have seen this person' })).toBeVisible()
})

test('two people on one phone are flagged, in the list and beside the button', async () => {
  open([{ ...withPasskey, samePhoneAs: ['Bela Shah', 'Chidi Okafor'] }])
  const flag = page.getByText('Same phone or computer as Bela Shah, Chidi Okafor')
  await flag.click()
  await expect.element(page.getByRole('button', { name: 'I have seen this person' })).toBeVisible()
  expect(flag.elements()).toHaveLength(2)
})

test('another person is asked about once more', async () => {
  const asked = open([withPasskey], { 'POST /desk/:enrolmentId/another-person': { people: [] } })
  await page.getByRole('button', { name: /See|Passkey set/ }).click()
  await page.getByRole('button', { name: 'This is another person' }).click()
  expect(calls(asked, 'POST /desk/:enrolmentId/another-person')).toEqual([])
  await page.getByRole('button', { name: 'Yes, remove the passkey' }).click()
  await expect.element(toast('Aarav Mehta can be enrolled again')).toBeVisible()
})

test('a late mail: the next person comes, and the words of the mail server are shown', async () => {
  open([{ ...called, mail: { state: 'refused', at: 1, words: '550 no such user' }, triesLeft: 0 }])
  await page.getByRole('button', { name: /Code on the screen/ }).click()
  await expect.element(page.getByText('This code has run out')).toBeVisible()
  await expect.element(page.getByText('It said: 550 no such user')).toBeVisible()
  await expect.element(page.getByText('Six wrong digits. Send new ones.')).toBeVisible()
  await page.getByRole('button', { name: 'The mail is late: next person' }).click()
  await expect.element(page.getByRole('heading', { name: 'Choose a person' })).toBeVisible()
})

test('six wrong digits on the phone: the desk sends new ones', async () => {
  const asked = open([{ ...called, state: 'phone', triesLeft: 0 }])
  await page.getByRole('button', { name: /The phone is asking/ }).click()
  await expect.element(page.getByText('Six wrong digits. Send new ones.')).toBeVisible()
  await page.getByRole('button', { name: 'Send new digits' }).click()
  await expect.element(page.getByRole('img', { name: 'Code for Aarav Mehta' })).toBeVisible()
  expect(calls(asked, 'POST /desk')[0]?.body).toEqual({ person: 'aarav', newMail: true })
})

test('a person at another desk is shown there, and not taken', async () => {
  const elsewhere = { ...called, isYours: false, calledBy: { name: 'Rosa Jiménez', title: '', role: 'desk' } } as const
  open([elsewhere], { 'POST /desk': refuse('desk-taken') })
  await page.getByRole('button', { name: /Rosa Jiménez/ }).click()
  await expect.element(page.getByText('The code is at another desk.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Show a new code' })).not.toBeInTheDocument()
})

const frontDesk: UserModel = {
  ...office,
  prefs: { acting: { institute: office.$id, role: 'desk', name: 'Rosa Jiménez', title: '', holdsWhole: false } },
}

describe('of a person who may have an account already', () => {
  const registered: RosterPerson = {
    ...aarav,
    id: 'again',
    rollNumber: '021CS1001',
    studentId: 'student',
    isVerified: true,
  }
  const doubles: PersonDetail['doubles'] = [
    { person: registered, by: ['number'], isApart: false },
    { person: { ...mute, id: 'other' }, by: ['name'], isApart: false },
    { person: { ...registered, id: 'apart', rollNumber: '0021CS1001' }, by: ['number'], isApart: true },
  ]
  const answers = {
    'GET /people/:personId': { ...detail, doubles },
    'POST /people/:personId/link': { ...detail, studentId: 'student' },
  }

  test('the office is asked whether it is the same one, and joins them', async () => {
    const asked = open([called], answers)
    await ofAarav().click()
    const panel = page.getByRole('region', { name: 'Aarav Mehta' })
    await expect.element(panel.getByRole('heading', { name: 'May be the same person' })).toBeVisible()
    await expect.element(panel.getByRole('row', { name: 'Roll number 21CS1001 021CS1001' })).toBeVisible()
    await expect.element(panel.getByText('21CS1002')).not.toBeInTheDocument()
    await expect.element(panel.getByText('0021CS1001')).not.toBeInTheDocument()
    await panel.getByLabelText('Why they are one person').fill('Seen with the card')
    await panel.getByRole('button', { name: 'This is the same person' }).click()
    await expect.element(toast('Aarav Mehta stands on the roster once')).toBeVisible()
    expect(calls(asked, 'POST /people/:personId/link')[0]?.body).toEqual({
      other: 'again',
      reason: 'Seen with the card',
    })
  })

  test('the front desk is told to ask the office', async () => {
    const institute = { ...officeDocument, passKey: true } as const
    open([called], { ...answers, 'GET /institute': institute }, frontDesk)
    await ofAarav().click()
    await expect
      .element(page.getByText(/^Is this the same person as Aarav Mehta \(021CS1001\), who has an account/))
      .toBeVisible()
    await expect.element(page.getByRole('button', { name: 'This is the same person' })).not.toBeInTheDocument()
  })
})
