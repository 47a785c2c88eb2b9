import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ReadTable } from '#roster-files/read-result.ts'
import { showPart } from '../../testing/show-part.tsx'
import { ReadSettings } from './read-settings.tsx'

const table: ReadTable = {
  ...{ fileName: 'list.xlsx', tables: ['Old 2024', '7B'], table: '7B', hidden: ['Old 2024'], encoding: null },
  ...{ titleLine: 1, firstLines: [], columns: [], rows: [], notStudents: 0, shortLines: 0 },
  ...{ showsZeros: false, source: undefined, isWhole: undefined, filesNotRead: [] },
}

test('a hidden sheet can be chosen, and is called so', async () => {
  const chosen: unknown[] = []
  showPart(<ReadSettings table={table} onChange={(choice) => chosen.push(choice)} />)
  const sheets = page.getByRole('combobox', { name: 'Sheet or file' })
  await expect.element(sheets).toHaveValue('7B')
  await sheets.selectOptions('Old 2024 (hidden)')
  expect(chosen).toEqual([{ table: 'Old 2024' }])
})

test('a text shows how its letters are read, and takes another code page', async () => {
  const chosen: unknown[] = []
  showPart(<ReadSettings table={{ ...table, encoding: 'windows-1250' }} onChange={(choice) => chosen.push(choice)} />)
  const letters = page.getByRole('combobox', { name: 'Letters' })
  await expect.element(letters).toHaveValue('windows-1250')
  await letters.selectOptions('ISO 8859-2, central Europe')
  expect(chosen).toEqual([{ encoding: 'iso-8859-2' }])
})
