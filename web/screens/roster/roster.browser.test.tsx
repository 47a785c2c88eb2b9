import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { paths } from '#contract/paths.ts'
import type { PersonDetail, RosterPage, RosterPerson } from '#contract/roster.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { noPasskeys, office, officeDocument } from '../../testing/people.ts'
import { expectCount, toast } from '../../testing/show-part.tsx'
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
const bela: RosterPerson = {
  ...aarav,
  id: 'bela',
  rollNumber: '21CS1002',
  name: { given: 'Bela', family: 'Shah' },
  ownName: { given: 'Bella', family: 'Shah' },
  studentId: 'student-bela',
  isVerified: true,
  passkey: 'ready',
}
const detail: PersonDetail = { ...aarav, externalId: 'x-17', source: 'Office', addedAt: 1_762_000_000_000, doubles: [] }
const roster = (...people: RosterPerson[]): RosterPage => ({
  people,
  counts: { all: people.length, 'not-registered': 1, 'not-verified': 0, 'no-passkey': 0, held: 0 },
  sections: ['A', 'B'],
})

function open(answers: Parameters<typeof answerCalls>[0] = {}, { account = office, query = '' } = {}) {
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': officeDocument,
    'GET /settings': { timeZone: 'Asia/Kolkata', displayNames: 'short', ways: ['screen'] },
    'GET /account': account,
    'GET /passkeys': noPasskeys,
    'GET /people': roster(aarav, bela),
    'GET /people/:personId': detail,
    'GET /new-of-sections': { courses: [] },
    ...answers,
  })
  showScreen('roster', account, paths.roster(office.$id) + query)
  return asked
}
const row = (text: string) => page.getByRole('row').filter({ hasText: text })

test('everyone is listed with what is missing, and how many are registered', async () => {
  open()
  await expect.element(page.getByText('1 of 2 are registered')).toBeVisible()
  await expect.element(row('21CS1001').getByText('Not registered')).toBeVisible()
  await expect.element(row('21CS1002').getByText('Ready')).toBeVisible()
})

test('who has left is listed with the day', async () => {
  open({ 'GET /people': roster({ ...aarav, leftAt: Date.UTC(2026, 10, 2, 12) }) })
  await expect.element(row('21CS1001').getByText('left on 2 Nov 2026')).toBeVisible()
  await expectCount(row('21CS1001').getByText('Not registered'), 0)
})

test('search, section and what is missing are asked of the server', async () => {
  const asked = open()
  await page.getByRole('searchbox').fill('aarav')
  await expect.poll(() => asked.some(({ address }) => address.includes('search=aarav'))).toBe(true)
  await userEvent.selectOptions(page.getByLabelText('Section'), 'B')
  await expect.poll(() => asked.some(({ address }) => address.includes('section=B'))).toBe(true)
  await page.getByRole('button', { name: 'Not registered 1' }).click()
  await expect.poll(() => asked.some(({ address }) => address.includes('show=not-registered'))).toBe(true)
})

test('a person is added by hand, and a taken number is told at its field', async () => {
  const asked = open({ 'POST /people': refuse('person-number-taken') })
  await page.getByRole('button', { name: 'Add a person' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Roll number').fill('21CS1003')
  await dialog.getByLabelText('First name').fill('Chandra')
  await dialog.getByRole('button', { name: 'Add a person' }).click()
  await expect.element(dialog.getByText('Another person of your institute has this roll number.')).toBeVisible()
  expect(asked.filter(({ call }) => call === 'POST /people').length).toBe(1)
})

test('one person shows what the roster knows, and only what changed is sent', async () => {
  const asked = open({ 'PATCH /people/:personId': { ...detail, section: 'B' } })
  await page.getByRole('button', { name: 'Aarav Mehta' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('x-17')).toBeVisible()
  await dialog.getByLabelText(/^Section/).fill('B')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(toast('Aarav Mehta was changed')).toBeVisible()
  expect(asked.find(({ call }) => call === 'PATCH /people/:personId')?.body).toEqual({ section: 'B' })
})

test('new people of a section are proposed for its course, and one press enrols them', async () => {
  const proposed = { courses: [{ courseId: 'c10a', code: '10A', people: ['aarav', 'bela'] }] }
  let isDone = false
  const asked = open({
    'GET /new-of-sections': () => (isDone ? { courses: [] } : proposed),
    'POST /courses/:courseId/people': () => {
      isDone = true
      return { enrolled: 2, already: 0, elsewhere: [] }
    },
  })
  await expect.element(page.getByText('New in section 10A, not in this course: 2')).toBeVisible()
  await page.getByRole('button', { name: 'Enrol them: 10A' }).click()
  await expect.element(page.getByText('New in section 10A, not in this course: 2')).not.toBeInTheDocument()
  expect(asked.find(({ call }) => call === 'POST /courses/:courseId/people')?.body).toEqual({
    people: ['aarav', 'bela'],
    meanwhile: 'left-out',
  })
})

test('who may be the same person is a filter where there is one', async () => {
  const { counts, ...rest } = roster(aarav, bela)
  const asked = open({ 'GET /people': { ...rest, counts: { ...counts, double: 2 } } })
  await page.getByRole('button', { name: 'May be the same person 2' }).click()
  await expect.poll(() => asked.some(({ address }) => /show=double.*limit=50/.test(address))).toBe(true)
})

test('who may be the same person stands beside, and one press with a reason makes them one', async () => {
  const doubles: PersonDetail['doubles'] = [
    { person: { ...bela, rollNumber: '021CS1001' }, by: ['number'], isApart: false },
  ]
  const asked = open({ 'GET /people/:personId': { ...detail, doubles }, 'POST /people/:personId/link': detail })
  await page.getByRole('button', { name: 'Aarav Mehta' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('heading', { name: 'May be the same person' })).toBeVisible()
  await expect.element(dialog.getByRole('row', { name: 'Roll number 21CS1001 021CS1001' })).toBeVisible()
  await expect.element(dialog.getByRole('row', { name: 'Account Not registered Registered' })).toBeVisible()
  await dialog.getByRole('button', { name: 'This is the same person' }).click()
  expect(asked.some(({ call }) => call === 'POST /people/:personId/link')).toBe(false)
  await dialog.getByLabelText('Why they are one person').fill('Seen with the card')
  await dialog.getByRole('button', { name: 'This is the same person' }).click()
  await expect.element(toast('Aarav Mehta stands on the roster once')).toBeVisible()
  const said = asked.find(({ call }) => call === 'POST /people/:personId/link')
  expect(said?.body).toEqual({ other: 'bela', reason: 'Seen with the card' })
})

test('of two accounts the office says whose stays, and whose entries count where both have some', async () => {
  const other = { ...bela, rollNumber: '0021CS1002' }
  let answer = refuse('people-share-sessions')
  const asked = open({
    'GET /people/:personId': {
      ...detail,
      studentId: 'student-aarav',
      doubles: [{ person: other, by: ['number'], isApart: false }],
    },
    'POST /people/:personId/link': () => answer,
  })
  await page.getByRole('button', { name: 'Aarav Mehta' }).click()
  const dialog = page.getByRole('dialog')
  const counts = dialog.getByRole('group', { name: 'Both have entries in the same sessions: whose count there' })
  await expectCount(counts, 0)
  const ofOther = { name: '0021CS1002' }
  await dialog.getByRole('group', { name: 'Whose account stays' }).getByRole('button', ofOther).last().click()
  await dialog.getByLabelText('Why they are one person').fill('Seen with the card')
  await dialog.getByRole('button', { name: 'This is the same person' }).click()
  await counts.getByRole('button', ofOther).last().click()
  answer = detail as never
  await dialog.getByRole('button', { name: 'This is the same person' }).click()
  await expect.element(toast('Aarav Mehta stands on the roster once')).toBeVisible()
  const [first, second] = asked.filter(({ call }) => call === 'POST /people/:personId/link').map(({ body }) => body)
  const said = { other: 'bela', reason: 'Seen with the card', account: 'other' }
  expect([first, second]).toEqual([said, { ...said, entries: 'other' }])
})

test('who is said to be another person is proposed no more, and can be joined after all', async () => {
  const doubles = (isApart: boolean): PersonDetail['doubles'] => [{ person: bela, by: ['number'], isApart }]
  let isApart = false
  const asked = open({
    'GET /people/:personId': () => ({ ...detail, doubles: doubles(isApart) }),
    'POST /people/:personId/apart': () => {
      isApart = true
      return { ...detail, doubles: doubles(true) }
    },
    'POST /people/:personId/link': detail,
  })
  await page.getByRole('button', { name: 'Aarav Mehta' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'They are two people' }).click()
  await expect.element(toast('Bela Shah is not proposed here again')).toBeVisible()
  expect(asked.find(({ call }) => call === 'POST /people/:personId/apart')?.body).toEqual({ other: 'bela' })
  await expect.element(dialog.getByText('Your institute says that Bela Shah is another person.')).toBeVisible()
  await expect.element(dialog.getByLabelText('Why they are one person')).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'They are one person after all' }).click()
  await expect.element(dialog.getByRole('button', { name: 'They are two people' })).not.toBeInTheDocument()
  await dialog.getByLabelText('Why they are one person').fill('Seen with the card')
  await dialog.getByRole('button', { name: 'This is the same person' }).click()
  await expect.element(toast('Aarav Mehta stands on the roster once')).toBeVisible()
})

test('a row that the verified email has linked is made two again', async () => {
  const linked: PersonDetail = { ...detail, linked: { by: 'email', until: 1_762_086_400_000 } }
  open({ 'GET /people/:personId': linked, 'POST /people/:personId/unlink': detail })
  await page.getByRole('button', { name: 'Aarav Mehta' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/^Linked by the verified email\. This can be undone until /)).toBeVisible()
  await dialog.getByRole('button', { name: 'Make them two again' }).click()
  await dialog.getByRole('button', { name: 'Yes, they are two people' }).click()
  await expect.element(toast('They are two people again')).toBeVisible()
})

test('several are chosen and removed at once, after a question', async () => {
  const asked = open({ 'POST /people/remove': () => undefined })
  await page.getByRole('checkbox', { name: 'Choose Aarav Mehta' }).click()
  await page.getByRole('checkbox', { name: 'Choose Bela Shah' }).click()
  await page.getByRole('button', { name: 'Remove the chosen (2)' }).click()
  await page.getByRole('button', { name: 'Yes, remove them' }).click()
  await expect.element(toast('Removed: 2')).toBeVisible()
  expect(asked.find(({ call }) => call === 'POST /people/remove')?.body).toEqual({ people: ['aarav', 'bela'] })
  await expectCount(page.getByRole('button', { name: /^Remove the chosen/ }), 0)
})

test('those who are not registered are invited, after a question, and who is left out is told', async () => {
  const left = [{ id: 'aarav', why: 'mailed-already' }] as const
  const [chandra, divya] = [
    { ...aarav, id: 'chandra', email: '', noMail: 'no-email' },
    { ...aarav, id: 'divya', noMail: 'mailed-already' },
  ] as const
  const all = { ...roster(aarav, bela, chandra, divya), invitable: { mails: 2, noEmail: 1 } }
  const asked = open(
    { 'GET /people': all, 'POST /people/invite': { queued: 1, left } },
    { query: '?show=not-registered' },
  )
  await expect.element(page.getByText('Without an email, so that no mail can go: 1.')).toBeVisible()
  await page.getByRole('button', { name: 'Invite all by mail (2)' }).click()
  await page.getByRole('button', { name: 'Yes, send the mails' }).click()
  await expect.element(toast('Invitations on their way, one a second: 1')).toBeVisible()
  await expect.element(toast('Left out, after two mails or by their own wish: 1')).toBeVisible()
  expect(asked.find(({ call }) => call === 'POST /people/invite')?.body).toEqual({ people: ['aarav', 'bela'] })
})

test('an invitation is offered to those of the chosen to whom a mail would go', async () => {
  open({
    'GET /people': roster(aarav, bela, {
      ...aarav,
      id: 'divya',
      name: bela.ownName ?? bela.name,
      noMail: 'mailed-already',
    }),
  })
  await expect.element(page.getByText('No more mails go')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Choose Bella Shah' }).click()
  await page.getByRole('checkbox', { name: 'Choose Bela Shah' }).click()
  await expect.element(page.getByRole('button', { name: 'Remove the chosen (2)' })).toBeVisible()
  await expectCount(page.getByRole('button', { name: /^Invite the chosen/ }), 0)
  await page.getByRole('checkbox', { name: 'Choose Aarav Mehta' }).click()
  await expect.element(page.getByRole('button', { name: 'Invite the chosen by mail (1)' })).toBeVisible()
})

test('what became of an invitation stands with the person', async () => {
  const invitation = { state: 'refused', at: 1_762_000_000_000, words: '550 no such user' } as const
  open({ 'GET /people': roster({ ...aarav, invitation }) })
  await expect.element(row('21CS1001').getByText('The mail server refused the invitation')).toBeVisible()
  await expect.element(row('21CS1001').getByText('It said: 550 no such user')).toBeVisible()
})

test('the front desk reads and adds, and changes no one', async () => {
  const acting = { institute: office.$id, role: 'desk', name: 'Rosa Jiménez', title: '', holdsWhole: false } as const
  const desk = { ...office, prefs: { acting } }
  open({ 'GET /institute': officeDocument }, { account: desk })
  await expect.element(page.getByRole('button', { name: 'Add a person' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Choose Aarav Mehta' }).click()
  await expect.element(page.getByRole('button', { name: 'Invite the chosen by mail (1)' })).toBeVisible()
  await expectCount(page.getByRole('button', { name: 'Remove the chosen (1)' }), 0)
  await page.getByRole('button', { name: 'Aarav Mehta' }).click()
  await expect.element(page.getByRole('dialog').getByText('x-17')).toBeVisible()
  await expectCount(page.getByRole('dialog').getByRole('button', { name: 'Save' }), 0)
})

test('an empty roster says what to do', async () => {
  open({ 'GET /people': { ...roster(), sections: [] } })
  await expect.element(page.getByText('Your roster is empty')).toBeVisible()
})
