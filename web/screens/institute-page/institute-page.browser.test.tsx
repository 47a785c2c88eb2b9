import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pathPatterns, paths } from '#contract/paths.ts'
import type { StaffRole } from '#contract/staff-rights.ts'
import { routeOf } from '../../app/routes.tsx'
import { screens } from '../../app/screens.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { noPasskeys, office, officeDocument } from '../../testing/people.ts'
import { showPart } from '../../testing/show-part.tsx'

/** The frame that the table of screens gives to an address, with a word in place of the screen; elsewhere the address stands there. */
function open(name: keyof typeof pathPatterns, account: typeof office): void {
  const pattern = pathPatterns[name]
  const row = screens.find((one) => one.pattern === pattern)
  if (row === undefined) throw new Error('There is no such screen.')
  answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': officeDocument,
    'GET /institute': officeDocument,
    'GET /settings': { timeZone: 'UTC', displayNames: 'short', ways: ['screen'] },
    'GET /passkeys': noPasskeys,
    'GET /attendance/running': { session: null, members: 0, serverTime: 0 },
  })
  showPart(
    <Routes>
      {routeOf({ ...row, Screen: () => <h1>The page</h1> })}
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
    { account, path: pattern.replace(':userId', office.$id).replace(/:\w+/, 'maths') },
  )
}

function Elsewhere() {
  return (
    <Routes>
      {elsewhere.map(([path, word]) => (
        <Route key={path} path={path} element={<h1>{word}</h1>} />
      ))}
    </Routes>
  )
}

const elsewhere = [
  [paths.today(office.$id), 'Today'],
  [paths.reports(office.$id), 'Reports'],
  [paths.course(office.$id, 'maths'), 'The course'],
  [paths.courses(office.$id), 'The courses'],
] as const

const person = (role: StaffRole) =>
  ({
    ...office,
    labels: ['STF'],
    prefs: { acting: { institute: office.$id, name: 'Meera Iyer', title: '', role, holdsWhole: true } },
  }) satisfies typeof office
const reader = { ...office, prefs: { ...office.prefs, readsOnly: true } } satisfies typeof office

test.each([
  ['staff', person('registrar'), 'The page'],
  ['staff', person('teacher'), 'Today'],
  ['staff', reader, 'The page'],
  ['roster', person('desk'), 'The page'],
  ['roster', reader, 'The page'],
  ['courseRegister', reader, 'The page'],
  ['desk', reader, 'The page'],
  ['importRoster', reader, 'The page'],
  ['importCourses', reader, 'The page'],
  ['today', person('viewer'), 'Reports'],
  ['courseRegister', person('desk'), 'The course'],
  ['courseSession', person('viewer'), 'The courses'],
] as const)('%s: who may not open it is led elsewhere', async (name, account, seen) => {
  open(name, account)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(seen)
})

test('the first stop of the keyboard leads past the bar to the content', async () => {
  open('roster', person('registrar'))
  await expect.element(page.getByRole('heading', { name: 'The page' })).toBeVisible()
  await userEvent.keyboard('{Tab}')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect.element(skip).toHaveFocus()
  await expect.element(skip).toHaveAttribute('href', `#${page.getByRole('main').element().id}`)
})
