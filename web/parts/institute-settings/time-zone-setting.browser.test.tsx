import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showPart } from '../../testing/show-part.tsx'
import { nameTimeZone } from './list-time-zones.ts'
import { TimeZoneSetting } from './time-zone-setting.tsx'

/** What was saved, in order. */
function showSetting(timeZone: string | null): readonly (string | null)[] {
  const saved: (string | null)[] = []
  showPart(<TimeZoneSetting timeZone={timeZone} busy={false} onSave={(zone) => saved.push(zone)} />)
  return saved
}

const field = page.getByLabelText('Time zone')
const save = page.getByRole('button', { name: 'Save time zone' })

test('one press saves the zone of this computer', async () => {
  const here = nameTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const saved = showSetting('Pacific/Kiritimati')
  await page.getByRole('button', { name: `Use ${here}, as on this computer` }).click()
  expect(saved).toEqual([here])
  await expect.element(field).toHaveValue(here)
})

test('a zone that does not exist is named, and not saved', async () => {
  const saved = showSetting(null)
  await field.fill('Mars/Olympus')
  await save.click()
  await expect.element(page.getByText('Choose a time zone from the list, such as Asia/Kolkata.')).toBeVisible()
  expect(saved).toEqual([])
})

test('an empty zone is none', async () => {
  const saved = showSetting('Pacific/Kiritimati')
  await field.clear()
  await save.click()
  expect(saved).toEqual([null])
})
