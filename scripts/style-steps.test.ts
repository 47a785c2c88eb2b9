import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The landing page has steps of its own. */
const sheets = globSync('web/**/*.css')
  .filter((file) => !file.includes('screens/landing/'))
  .map((file) => ({ file, rules: readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '') }))

/** Every match in the style sheets, as `file value`. */
const find = (pattern: RegExp) =>
  sheets.flatMap(({ file, rules }) => [...rules.matchAll(pattern)].map(([, value = '']) => `${file} ${value}`))

/**
 * px: a narrow phone, a form in two columns, a phone, a tablet, the wide margins of a page, two columns of a page; a room's
 * display and the institute's screen, which a window may fill to a part of a pixel.
 */
const widths = ['389', '480', '640', '641', '1000', '1001', '1100', '1200', '1023.98', '1024', '1099.98']
/** Where what stands in one row has no room. */
const ownWidths = [
  'web/ui/index-tab.module.css 359',
  'web/parts/profile/top-bar.module.css 400',
  'web/parts/attendance-sheet/attendance-sheet.module.css 1339',
  'web/screens/people/people.module.css 1640',
]

test('pages change their layout at few widths', () => {
  const found = find(/(?:min|max)-width: ([\d.]+)px\)/g)
  expect(found.filter((one) => !ownWidths.includes(one) && !widths.includes(one.split(' ')[1] ?? ''))).toEqual([])
  expect(ownWidths.filter((one) => !found.includes(one))).toEqual([])
})

/** Figures, and codes that are read from afar: 1.5rem and more. Signs, which are one letter in a box: no line. On a wall and on paper: by their size. */
const ownSize = /^\S+ \d+ (?:(?:1\.[5-9]|[2-9])[\d.]*rem \/|[\d.]+(?:rem|px) \/ 1 |[\d.]+pt |(?:max|min|clamp|calc)\()/

test('text is set in the steps of type', () => {
  const found = find(/(?<![-\w])font: ([^;]+);/g)
  const isStep = (one: string) => / (?:\d+ var\(--(?:type|code|title|h)-?[\w-]+\)|inherit)$/.test(one)
  expect(found.filter((one) => !isStep(one) && !ownSize.test(one))).toEqual([])
})

const tokens = readFileSync('web/ui/tokens.css', 'utf8')
/** Forwards they are named, `var(--space-12)`; backwards written, `-12px`. */
const drawnBack = [...tokens.matchAll(/--space-(\d+): \1px;/g)].map(([, step]) => `-${step}px`)
/**
 * Where a picture needs another space: a cover's board; buttons as high as their neighbours with their edge; what begins below a
 * name and not below its sign; room for a bar that stands over the page; between the letters of a code; a button in a line of text.
 */
const ownSpaces = [
  'web/ui/cover.module.css 40px',
  'web/ui/cover.module.css 44px',
  'web/ui/cover.module.css 72px',
  'web/ui/cover.module.css 96px',
  'web/ui/choice.module.css 3px',
  'web/screens/roster/desk.module.css 44px',
  'web/screens/people/people.module.css 68px',
  'web/parts/receipts/latest-receipts.module.css 68px',
  'web/parts/receipts/latest-receipts.module.css 76px',
  'web/screens/student-dashboard/own-courses.module.css 96px',
  'web/parts/attendance-sheet/running-band.module.css 104px',
  'web/parts/profile/signed-in-page.module.css 120px',
  'web/parts/courses/roll.module.css 200px',
  'web/screens/screen/pairing.module.css 0.12em',
  'web/parts/attendance-record/register-table.module.css 1.25rem',
]

test('what stands apart does so by the steps of space', () => {
  expect(drawnBack).toHaveLength(14)
  // On a wall by its size. A line is a pixel broad.
  const found = find(/(?<![-\w])(?:(?:scroll-)?(?:padding|margin)[-\w]*|(?:row-|column-)?gap): ([^;]+);/g).flatMap(
    (one) => {
      const [file = '', value = ''] = one
        .replaceAll(/\w+\([^;]*var\(--u\)[^;]*\)/g, '')
        .replaceAll(/var\(--space-(\d+)\)/g, '-$1px')
        .split(/ ([\s\S]*)/)
      const lengths = [...value.matchAll(/(?<![-\w.])-?[\d.]+(?:px|r?em)/g)].map(([length]) => length)
      return lengths
        .filter((length) => !/^-?1px$/.test(length) && !drawnBack.includes(length))
        .map((length) => `${file} ${length}`)
    },
  )
  expect(found.filter((one) => !ownSpaces.includes(one))).toEqual([])
  expect(ownSpaces.filter((one) => !found.includes(one))).toEqual([])
})
