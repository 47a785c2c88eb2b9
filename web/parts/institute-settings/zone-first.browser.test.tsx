import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { UserModel } from '#contract/account.ts'
import { TimeZoneContext } from '../../language/format.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { office } from '../../testing/people.ts'
import { showPart } from '../../testing/show-part.tsx'
import { nameTimeZone } from './list-time-zones.ts'
import { ZoneFirst } from './zone-first.tsx'
import { ZoneNote } from './zone-note.tsx'

const here = nameTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
const settings = (timeZone: string | null) => ({ timeZone, displayNames: 'short', ways: ['screen'] }) as const

function open(timeZone: string | null, asks = true, account: UserModel = office) {
  const asked = answerCalls({ 'GET /settings': settings(timeZone), 'PATCH /settings': settings(here) })
  showPart(
    <ZoneFirst asks={asks}>
      <p>The course</p>
    </ZoneFirst>,
    { account },
  )
  return asked
}

const next = page.getByText('The course')

test('an owner chooses the time zone before what comes', async () => {
  const asked = open(null)
  await page.getByRole('button', { name: `Use ${here}, as on this computer` }).click()
  await expect.element(next).toBeVisible()
  expect(asked.find(({ call }) => call === 'PATCH /settings')?.body).toEqual({ timeZone: here })
})

test.each([
  ['a zone is chosen', 'Asia/Kolkata', true, office],
  ['it is not asked', null, false, office],
  [
    'another one chooses it',
    null,
    true,
    {
      ...office,
      prefs: { acting: { institute: office.$id, name: 'Rosa', title: '', role: 'registrar', holdsWhole: false } },
    },
  ],
] as const)('nothing comes before where %s', async (_why, timeZone, asks, account) => {
  open(timeZone, asks, account)
  await expect.element(next).toBeVisible()
  await expect.element(page.getByLabelText('Time zone')).not.toBeInTheDocument()
})

test('the zone of the times is named where the reader has another one', async () => {
  showPart(
    <>
      <TimeZoneContext value="Pacific/Kiritimati">
        <ZoneNote />
      </TimeZoneContext>
      <TimeZoneContext value={here}>
        <ZoneNote />
      </TimeZoneContext>
      <ZoneNote />
    </>,
  )
  await expect.element(page.getByText('Times are those of Pacific/Kiritimati.')).toBeVisible()
  expect(page.getByText(/^Times are those of/).elements()).toHaveLength(1)
})
