import { expect, type Page } from '@playwright/test'
import type { ImportLinesPage, ImportPlan } from '../../contract/imports.ts'
import { codes } from '../picture-people.ts'
import type { PictureWorld } from '../picture-world.ts'
import { openSessionIn } from '../prepared-people.ts'
import type { PictureScreen } from './picture-screen.ts'

const address = `/admin/dashboard/${codes.vidyasagar}/people/import`

const lines = [
  ['ROLL_NO', 'STUDENT NAME', 'e-mail', 'SEC', 'DOJ', 'BLOOD_GRP', 'REMARK'],
  ['21CS1001', 'MEHTA, AARAV', 'aarav.mehta@vit-pune.edu.in', 'A', '24/08/26', 'B+', ''],
  ['21CS1004', 'DESHPANDE, VIKRAM', 'vikram.d@vit-pune.edu.in', 'B', '24/08/26', 'O+', ''],
  ['21CS1112', 'Groß, Jürgen', 'j.gross', 'A', '25/08/26', '', ''],
  ['', 'Te Aroha-Paterson, Wihongi', 'w.paterson@vit-pune.edu.in', 'A', '25/08/26', '', 'late'],
  ['=21CS1049', 'Bhattacharya, Usha Rani', '', 'B', '', '', ''],
]
const roster = lines.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\r\n')

async function open(page: Page, { organisations: { vidyasagar } }: PictureWorld, path = address): Promise<void> {
  await openSessionIn(page.context(), vidyasagar)
  await page.goto(path)
}

async function chooseFile(page: Page): Promise<void> {
  const file = { name: 'students-autumn-2026.csv', mimeType: 'text/csv', buffer: Buffer.from(roster) }
  await page.getByLabel('Choose a file').setInputFiles(file)
  await expect(page.getByRole('button', { name: 'Try it without saving' })).toBeEnabled()
}

const told = { rollNumber: '21CS1021', name: 'Keoni Kealiʻiahonui', email: 'k.kealii@gmail.example', section: 'A' }
const changed: ImportLinesPage = {
  lines: [
    {
      line: 8,
      personId: null,
      file: { ...told, email: 'keoni.k@vit-pune.edu.in' },
      now: told,
      problem: null,
      otherLine: null,
    },
    { line: 31, personId: null, file: { ...told, section: 'B' }, now: told, problem: null, otherLine: null },
  ],
  next: null,
}

const importOf = (now: number): ImportPlan => ({
  id: 'import00000000000001',
  source: 'Office',
  fileName: 'students-autumn-2026.csv',
  isWhole: false,
  state: 'applied',
  counts: { new: 400, changed: 26, same: 14, problems: 5, questions: 0, gone: 0, absent: 0, renumbered: 3 },
  isOnHold: false,
  ofSource: 40,
  begunAt: now,
  appliedAt: now,
  undoUntil: now + 24 * 3_600_000,
  undoneAt: null,
  by: { name: 'Rosa Jiménez', title: '', role: 'registrar' },
  seal: 'seal',
  rosterChangedAt: now,
})

export const ofImports: readonly PictureScreen[] = [
  {
    name: 'import-file',
    open: async (page, world) => {
      await open(page, world)
      await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
    },
  },
  {
    name: 'import-columns',
    whole: true,
    open: async (page, world) => {
      await open(page, world)
      await chooseFile(page)
    },
  },
  {
    name: 'import-dry-run',
    whole: true,
    open: async (page, world) => {
      await open(page, world)
      await chooseFile(page)
      await page.getByRole('button', { name: 'Try it without saving' }).click()
      await expect(page.getByRole('row').filter({ hasText: 'Jürgen Groß' })).toBeVisible()
    },
  },
  {
    name: 'import-result',
    whole: true,
    open: async (page, world) => {
      const json = importOf(world.now())
      await page.route('**/api/v1/imports/import*', (route) => route.fulfill({ json }))
      await page.route('**/api/v1/imports/import*/lines?*', (route) => route.fulfill({ json: changed }))
      await open(page, world, `${address}?import=${json.id}`)
      await expect(page.getByText('426 students imported')).toBeVisible()
    },
  },
]
