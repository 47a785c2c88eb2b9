import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { UserModel } from '#contract/account.ts'
import { importTexts } from '#contract/import-texts.ts'
import type { ImportDoubles, ImportLinesPage, ImportPart, ImportPlan, ImportSummary } from '#contract/imports.ts'
import { paths } from '#contract/paths.ts'
import { speakLanguage } from '../../language/language.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { findOverflow } from '../../testing/find-overflow.ts'
import { noPasskeys, office, officeDocument } from '../../testing/people.ts'
import { expectCount, toast } from '../../testing/show-part.tsx'
import { showScreen } from '../../testing/show-screen.tsx'

const at = Date.parse('2026-11-25T10:31:00Z')
const none = { new: 0, changed: 0, same: 0, problems: 0, questions: 0, gone: 0, absent: 0, renumbered: 0 }
const begun: ImportSummary = {
  id: 'import00000000000001',
  source: 'Office',
  fileName: 'list.csv',
  isWhole: false,
  state: 'begun',
  counts: none,
  isOnHold: false,
  ofSource: 0,
  begunAt: at,
  appliedAt: null,
  undoUntil: null,
  undoneAt: null,
}
const planned = (counts: Partial<ImportPlan['counts']>, more: Partial<ImportPlan> = {}): ImportPlan => ({
  ...begun,
  state: 'planned',
  counts: { ...none, ...counts },
  seal: 'seal-1',
  rosterChangedAt: at,
  ...more,
})
const applied = (plan: ImportPlan): ImportPlan => ({
  ...plan,
  state: 'applied',
  appliedAt: at,
  undoUntil: Date.now() + 3_600_000,
})

type Line = ImportLinesPage['lines'][number]
const line = (number: number | null, name: string, more: Partial<Line> = {}): Line => ({
  line: number,
  personId: null,
  file: { rollNumber: `21CS${number}`, name, email: '', section: '' },
  now: null,
  problem: null,
  otherLine: null,
  ...more,
})

type Given = Partial<Record<ImportPart, readonly Line[]>>
type Answers = Parameters<typeof answerCalls>[0]

/** The lines of a part, as the server pages them. */
const pageOf =
  (parts: Given) =>
  ({ address }: { address: string }): ImportLinesPage => {
    const part = new URL(address, 'http://x').searchParams.get('part') as ImportPart
    return { lines: [...(parts[part] ?? [])], next: null }
  }

function open(plan: ImportPlan, parts: Given = {}, answers: Answers = {}, query = '', by: UserModel = office) {
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': officeDocument,
    'GET /settings': { timeZone: 'UTC', displayNames: 'short', ways: ['screen'] },
    'GET /passkeys': noPasskeys,
    'GET /imports': { imports: [] },
    'POST /imports': begun,
    'POST /imports/:importId/lines': () => undefined,
    'POST /imports/:importId/plan': plan,
    'GET /imports/:importId': plan,
    'GET /imports/:importId/lines': pageOf(parts),
    'GET /imports/:importId/doubles': { total: 0, doubles: [] },
    ...answers,
  })
  showScreen('importRoster', by, paths.importRoster(office.$id) + query)
  return asked
}

const choose = (text: string, name = 'list.csv') =>
  userEvent.upload(page.getByLabelText(importTexts.file.choose), new File([text], name))
const button = (name: string) => page.getByRole('button', { name })
const part = (name: string) => page.getByRole('button', { name, exact: false })
const tryIt = () => button(importTexts.columns.tryIt)
const becomes = (column: string) => page.getByLabelText(importTexts.columns.becomesNamed(column))
const sent = (asked: ReturnType<typeof open>, call: string) => asked.filter((one) => one.call === call)

/** What the browser was told to save. */
function catchDownloads(): { readonly files: { name: string; text: Promise<string> }[] } {
  const blobs = new Map<string, Blob>()
  const files: { name: string; text: Promise<string> }[] = []
  const make = URL.createObjectURL
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const address = make(blob)
    blobs.set(address, blob as Blob)
    return address
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, text: blobs.get(this.href)?.text() ?? Promise.resolve('') })
  })
  return { files }
}

afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
  vi.spyOn(console, 'error')
})

const list = 'Roll No,Student Name,Email,Blood_Grp\n007,"Mehta, Asha",a@x.example,B+\n008,"Rao, Ravi",r@x.example,O+\n'

describe('the columns', () => {
  test('are guessed, and only those that were chosen are sent', async () => {
    const asked = open(planned({ new: 2 }), { new: [line(2, 'Asha Mehta')] })
    await choose(list)
    await expect.element(becomes('Roll No')).toHaveValue('rollNumber')
    await expect.element(becomes('Student Name')).toHaveValue('lastFirst')
    await expect.element(page.getByText('007, 008')).toBeVisible()
    await expect.element(page.getByText(importTexts.columns.neverRead)).toBeVisible()
    await userEvent.selectOptions(becomes('Email'), importTexts.columns.leftOut)
    await tryIt().click()
    await expect.element(page.getByText(importTexts.plan.nothingSaved)).toBeVisible()
    expect(sent(asked, 'POST /imports')[0]?.body).toEqual({
      source: 'Office',
      fileName: 'list.csv',
      columns: ['rollNumber', 'givenName', 'familyName'],
      isWhole: false,
    })
    expect(sent(asked, 'POST /imports/:importId/lines').map(({ body }) => body)).toEqual([
      {
        lines: [
          [2, '007', 'Asha', 'Mehta'],
          [3, '008', 'Ravi', 'Rao'],
        ],
      },
    ])
  })

  test('are remembered for the next file', async () => {
    open(planned({ new: 2 }), { new: [line(2, 'Asha Mehta')] })
    await choose(list)
    await userEvent.selectOptions(becomes('Email'), importTexts.columns.leftOut)
    await page.getByLabelText(importTexts.columns.source).fill('Campus ERP')
    await tryIt().click()
    await button(importTexts.plan.backToColumns).click()
    await choose(list, 'next.csv')
    await expect.element(page.getByText('next.csv')).toBeVisible()
    await expect.element(becomes('Email')).toHaveValue('')
    await expect.element(page.getByLabelText(importTexts.columns.source)).toHaveValue('Campus ERP')
  })

  test('of a bundle mean the same, whatever is remembered', async () => {
    localStorage.clear()
    open(planned({ new: 1 }), { new: [line(2, 'Asha Mehta')] })
    const users = 'sourcedId,role,username,givenName,familyName,identifier\ns1,student,asha,Asha,Mehta,R1\n'
    await choose(users, 'users.csv')
    await userEvent.selectOptions(becomes('givenName'), importTexts.columns.uses.familyName)
    await userEvent.selectOptions(becomes('familyName'), importTexts.columns.uses.givenName)
    await tryIt().click()
    await button(importTexts.plan.backToColumns).click()
    await choose(users, 'users.csv')
    await expect.element(becomes('givenName')).toHaveValue('givenName')
  })

  test('must have a number and a name before the file can be tried', async () => {
    open(planned({}))
    await choose('Roll No,City\n7,Pune\n')
    await expect.element(page.getByText(importTexts.columns.problems['name-missing'])).toBeVisible()
    await expect.element(tryIt()).toBeDisabled()
    await userEvent.selectOptions(becomes('City'), importTexts.columns.uses.firstLast)
    await expect.element(tryIt()).toBeEnabled()
  })

  test('are read again as the person says', async () => {
    open(planned({}))
    await choose('List of 2026\nRoll No,Name\n7,Asha Mehta\n')
    const titles = page.getByLabelText(importTexts.file.titles)
    await expect.element(titles).toHaveValue('2')
    await userEvent.selectOptions(titles, importTexts.file.noTitles)
    await expect.element(page.getByText(importTexts.file.lines(3))).toBeVisible()
  })

  test('of a file that cannot be read are told why, and another one can be chosen', async () => {
    open(planned({}))
    await choose('\n', 'empty.csv')
    await expect.element(page.getByRole('alert')).toHaveTextContent(importTexts.readProblems.empty)
    await choose(list)
    await expect.element(becomes('Roll No')).toBeVisible()
  })
})

test('250 lines are sent in a call, one call after the other', async () => {
  let under = 0
  const asked = open(
    planned({ new: 600 }),
    { new: [line(2, 'Asha Mehta')] },
    {
      'POST /imports/:importId/lines': async () => {
        under += 1
        expect(under).toBe(1)
        await new Promise((resolve) => setTimeout(resolve))
        under -= 1
        return undefined
      },
    },
  )
  const lines = Array.from({ length: 600 }, (_, index) => `${index},Asha Mehta`)
  await choose(`Roll No,Name\n${lines.join('\n')}`)
  await tryIt().click()
  await expect.element(page.getByText(importTexts.plan.nothingSaved)).toBeVisible()
  const calls = sent(asked, 'POST /imports/:importId/lines').map(({ body }) => (body as { lines: unknown[] }).lines)
  expect(calls.map((call) => call.length)).toEqual([250, 250, 100])
})

const two = 'Roll No,Name\n2.02E+16,Asha Mehta\n8,Ravi Rao\n9,Bela Shah\n10,Jo Li\n'

describe('the dry run', () => {
  const plan = planned({ new: 1, problems: 1, questions: 1 })
  const parts: Given = {
    problems: [line(3, 'Ravi Rao', { problem: 'number-twice', otherLine: 7 })],
    questions: [
      line(4, 'Bela Shah', { now: { rollNumber: '21CS4', name: 'Bella Shah', email: 'b@x.example', section: '' } }),
    ],
    new: [line(5, 'Jo Li')],
  }

  test('lists what was not sent with the problems, and leaves both out in a file with reasons', async () => {
    const { files } = catchDownloads()
    const asked = open(plan, parts)
    await choose(two)
    await tryIt().click()
    await expect.element(part('Problems 2')).toHaveAttribute('aria-pressed', 'true')
    await expect.element(page.getByText(importTexts.readerProblems.shortened)).toBeVisible()
    await expect.element(page.getByText(`${importTexts.problems['number-twice']} See line 7.`)).toBeVisible()
    expect(sent(asked, 'POST /imports/:importId/lines')).toMatchObject([
      { body: { lines: [[3, '8', 'Ravi', 'Rao'], [4], [5]].map((cells) => expect.arrayContaining(cells)) } },
    ])
    await button(importTexts.plan.leftOutFile).click()
    await expect.poll(() => files.map(({ name }) => name)).toEqual(['list-left-out.csv'])
    expect(await files[0]?.text).toBe(
      'Roll No,Name,Line,Reason\r\n' +
        `2.02E+16,Asha Mehta,2,${importTexts.readerProblems.shortened}\r\n` +
        `8,Ravi Rao,3,${importTexts.problems['number-twice']} See line 7.\r\n` +
        `9,Bela Shah,4,${importTexts.plan.notAnswered}\r\n`,
    )
  })

  test('asks whether a student is the same person, and tells the answer', async () => {
    const asked = open(plan, parts, { 'POST /imports/:importId/apply': applied(plan) })
    await choose(two)
    await tryIt().click()
    await part(importTexts.plan.parts.questions).click()
    await expect.element(page.getByText('Bella Shah')).toBeVisible()
    await page.getByLabelText(importTexts.plan.sameNamed('Bela Shah', '4')).click()
    await button(importTexts.plan.apply(2)).click()
    await expect.element(page.getByText(importTexts.result.imported(1))).toBeVisible()
    expect(sent(asked, 'POST /imports/:importId/apply')[0]?.body).toEqual({
      seal: 'seal-1',
      same: [4],
      isReviewed: false,
    })
  })

  test('of a file with everyone counts no one as gone while lines could not be sent', async () => {
    const asked = open(plan, parts)
    await choose(two)
    await page.getByRole('switch', { name: importTexts.columns.isWhole }).click()
    await expect.element(page.getByText(importTexts.warnings.notWhole('1'))).toBeVisible()
    await tryIt().click()
    await expect.element(page.getByText(importTexts.plan.nothingSaved)).toBeVisible()
    expect(sent(asked, 'POST /imports')[0]?.body).toMatchObject({ isWhole: false })
  })

  test('says how many members get another number', async () => {
    open(planned({ changed: 4, renumbered: 3 }))
    await choose(list)
    await tryIt().click()
    await expect.element(page.getByText(importTexts.plan.renumbered(3))).toBeVisible()
  })

  test('names new lines that may be someone who is there already', async () => {
    const told = (rollNumber: string, name: string) => ({ rollNumber, name, email: '', section: '' })
    const doubles: ImportDoubles['doubles'] = [
      { line: 2, file: told('0001001', 'Asha Mehta'), otherLine: null, other: told('1001', 'Asha M.'), by: ['number'] },
      { line: 3, file: told('7', 'Ravi Rao'), otherLine: 9, other: told('8', 'Ravi Rao'), by: ['email', 'name'] },
    ]
    open(planned({ new: 4 }), {}, { 'GET /imports/:importId/doubles': { total: 3, doubles } })
    await choose(list)
    await tryIt().click()
    await page.getByText(importTexts.plan.doubles(3)).click()
    await expect.element(page.getByText(importTexts.plan.doublesHint)).toBeVisible()
    await expect.element(page.getByText(importTexts.plan.oneEmail)).toBeVisible()
    await expect
      .element(page.getByRole('listitem').filter({ hasText: '0001001' }))
      .toHaveTextContent(
        'line 2Asha Mehta0001001On the rosterAsha M.1001Both have one roll number, apart from zeros before it.',
      )
    await expect.element(page.getByRole('listitem').filter({ hasText: 'line 9' })).toBeVisible()
    await expect.element(page.getByText(importTexts.plan.moreDoubles('1'))).toBeVisible()
  })

  test('names who is missing and has an account, and the office removes them on the result', async () => {
    const held = planned({ same: 2, absent: 1, changed: 1 }, { isWhole: true })
    const absent = [
      line(null, '', { personId: 'rao', now: { rollNumber: '21CS9', name: 'Asha Rao', email: '', section: 'A' } }),
    ]
    const asked = open(
      held,
      { absent, changed: [] },
      {
        'GET /imports/:importId': applied(held),
        'POST /imports/:importId/apply': applied(held),
        'POST /people/remove': () => undefined,
      },
    )
    await choose(list)
    await tryIt().click()
    await part(importTexts.plan.parts.absent).click()
    await expect.element(page.getByRole('row').filter({ hasText: 'Asha Rao' })).toBeVisible()
    await button(importTexts.plan.apply(1)).click()
    await page.getByRole('checkbox', { name: 'Choose Asha Rao' }).click()
    await button('Remove the chosen (1)').click()
    await button('Yes, remove them').click()
    await expect.element(toast('Removed: 1')).toBeVisible()
    expect(sent(asked, 'POST /people/remove')[0]?.body).toEqual({ people: ['rao'] })
  })

  test('of the same file again has nothing to import', async () => {
    open(planned({ same: 2 }))
    await choose(list)
    await tryIt().click()
    await expect.element(page.getByText(importTexts.plan.allSame('2'))).toBeVisible()
    await expect.element(button(importTexts.plan.applyEnds)).toBeDisabled()
  })

  test('on hold says how many would end, and goes on after a look', async () => {
    const held = planned({ same: 188, gone: 212 }, { isOnHold: true, isWhole: true, ofSource: 400 })
    const gone = [line(null, '', { now: { rollNumber: '21CS9', name: 'Asha Rao', email: '', section: 'A' } })]
    const asked = open(held, { gone }, { 'POST /imports/:importId/apply': applied(held) })
    await choose(list)
    await page.getByRole('switch', { name: importTexts.columns.isWhole }).click()
    await tryIt().click()
    await expect.element(page.getByText('This file would end 212 of 400 people. Nothing was changed.')).toBeVisible()
    await expect.element(button(importTexts.plan.applyEnds)).toBeDisabled()
    await button(importTexts.plan.review).click()
    await expect.element(page.getByRole('row').filter({ hasText: 'Asha Rao' })).toBeVisible()
    await page.getByLabelText(importTexts.plan.reviewed).click()
    await button(importTexts.plan.applyEnds).click()
    await expect.element(page.getByText(importTexts.result.nothing)).toBeVisible()
    expect(sent(asked, 'POST /imports/:importId/apply')[0]?.body).toMatchObject({ isReviewed: true })
  })

  test('is run again after someone changed the roster', async () => {
    let seal = 'seal-1'
    const asked = open(
      planned({ new: 1 }),
      { new: [line(2, 'Asha Mehta')] },
      {
        'POST /imports/:importId/plan': () => planned({ new: 1 }, { seal }),
        'POST /imports/:importId/apply': ({ body }) => {
          if ((body as { seal: string }).seal === 'seal-2') return applied(planned({ new: 1 }))
          seal = 'seal-2'
          return refuse('roster-moved')
        },
      },
    )
    await choose(list)
    await tryIt().click()
    await button(importTexts.plan.apply(1)).click()
    await expect.element(page.getByText('Someone changed the roster at 10:31.')).toBeVisible()
    await expect.element(button(importTexts.plan.apply(1))).toBeDisabled()
    await button(importTexts.plan.runAgain).click()
    await button(importTexts.plan.apply(1)).click()
    await expect.element(page.getByText(importTexts.result.imported(1))).toBeVisible()
    expect(sent(asked, 'POST /imports/:importId/apply')).toHaveLength(2)
  })
})

describe('the result', () => {
  const plan = applied(planned({ changed: 1, same: 14, problems: 2 }))
  const changed = [
    line(8, 'Keoni Kealiʻiahonui', {
      file: { rollNumber: '21CS1021', name: 'Keoni Kealiʻiahonui', email: 'new@x.example', section: '' },
      now: { rollNumber: '21CS1021', name: 'Keoni Kealiʻiahonui', email: 'old@x.example', section: 'A' },
    }),
  ]
  const query = '?import=import00000000000001'

  test('shows what was changed, from and to', async () => {
    open(plan, { changed }, {}, query)
    await expect.element(page.getByText(importTexts.result.imported(1))).toBeVisible()
    const row = page.getByRole('row').filter({ hasText: '21CS1021' })
    await expect.element(row.getByText('old@x.example')).toBeVisible()
    expect((await row.getByText('old@x.example').findElement()).closest('del')).not.toBeNull()
    // An empty cell changes nothing.
    await expectCount(row.getByText('A', { exact: true }), 0)
  })

  test('is taken back after a step-up, and says what stays', async () => {
    let isConfirmed = false
    let now = plan
    open(
      plan,
      { changed },
      {
        'GET /imports/:importId': () => now,
        'POST /session/confirm': () => {
          isConfirmed = true
          return { confirmed: true }
        },
        'POST /imports/:importId/undo': () => {
          if (!isConfirmed) return refuse('step-up-needed')
          now = { ...plan, state: 'undone', undoneAt: at, undoUntil: null }
          const { seal: _seal, rosterChangedAt: _changed, ...summary } = now
          return { ...summary, undone: 12, kept: 2 }
        },
      },
      query,
    )
    await button(importTexts.result.undo).click()
    await button(importTexts.result.undoNow).click()
    await page.getByLabelText('Current password').fill('ledger-pencil-window-42')
    await button('Continue').click()
    await expect.element(toast(importTexts.result.undoneKept('12', '2'))).toBeVisible()
    await expect.element(page.getByText(importTexts.result.undone)).toBeVisible()
    await expectCount(button(importTexts.result.undo), 0)
  })

  test('of an earlier import is found again', async () => {
    const { seal: _seal, rosterChangedAt: _changed, ...summary } = plan
    open(plan, { changed }, { 'GET /imports': { imports: [summary, begun] } })
    await expectCount(page.getByRole('row'), 2)
    await page.getByRole('button', { name: /^Show the import of list\.csv/ }).click()
    await expect.element(page.getByText(importTexts.result.whatChanged)).toBeVisible()
  })
})

test.each([
  ['registrar', 1],
  ['teacher', 0],
] as const)('a %s opens it or is led away', async (role, headings) => {
  const acting = { institute: office.$id, name: 'Meera Iyer', title: '', role, holdsWhole: true }
  answerCalls({
    'GET /institute': officeDocument,
    'GET /settings': { timeZone: 'UTC', displayNames: 'short', ways: ['screen'] },
    'GET /imports': { imports: [] },
  })
  const account = { ...office, labels: ['STF'], prefs: { acting } } satisfies typeof office
  showScreen('importRoster', account, paths.importRoster(office.$id))
  await expectCount(page.getByRole('heading', { level: 1 }), headings)
})

test.each([390, 768, 1440])('everything has room at %i px, in Hindi, too', async (width) => {
  await page.viewport(width, 800)
  const plan = planned({ new: 1, changed: 1, problems: 1, questions: 1, same: 14, gone: 1 })
  const long = 'Venkata Narasimha Raju Lakshmi Narayana Subrahmanyeswaraprasadachandrasekharan'
  const one = line(2, long, { problem: 'number-twice', otherLine: 3, now: line(2, long).file })
  open(plan, { problems: [one], questions: [one], changed: [one], new: [one], gone: [one] })
  await speakLanguage('hi')
  const hindi = page.getByRole('button', { name: 'बिना सहेजे जाँचें' })
  await userEvent.upload(
    page.getByLabelText('फ़ाइल चुनें'),
    new File([list], 'a-very-long-name-of-a-list-of-students-in-autumn.csv'),
  )
  await expect.element(hindi).toBeEnabled()
  expect(findOverflow()).toEqual([])
  await hindi.click()
  await expect.element(part('समस्याएँ')).toBeVisible()
  expect(findOverflow()).toEqual([])
})

describe('an own login that only reads', () => {
  const reader = { ...office, prefs: { ...office.prefs, readsOnly: true } } satisfies typeof office

  test('finds what was imported, and nothing to import or to take back by', async () => {
    const done = applied(planned({ new: 2 }))
    const { seal: _, rosterChangedAt: __, ...listed } = done
    open(done, {}, { 'GET /imports': { imports: [listed] } }, '', reader)
    await page.getByRole('button', { name: /^Show the import of list.csv/ }).click()
    await expect.element(page.getByText('2 students imported')).toBeVisible()
    expect(page.getByRole('main').getByRole('button').elements()).toHaveLength(0)
  })

  test('reads that nothing was imported yet', async () => {
    open(planned({}), {}, {}, '', reader)
    await expect.element(page.getByText('Nothing was imported yet.')).toBeVisible()
    expect(page.getByRole('main').getByRole('button').elements()).toHaveLength(0)
  })
})
