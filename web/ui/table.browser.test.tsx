import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { showPart } from '../testing/show-part.tsx'
import { Table } from './table.tsx'

test('a table that is wider than its place shows on which side columns are hidden', async () => {
  await page.viewport(900, 600)
  onTestFinished(() => page.viewport(1280, 720))
  showPart(
    <Table label="Students" head={<th>Name</th>} busy={false} outdated={false} foot={null}>
      <tr>
        <td style={{ minWidth: '2000px' }}>Asha</td>
      </tr>
    </Table>,
  )
  const scroller = page.getByRole('region', { name: 'Students' })
  await expect.element(scroller).toBeVisible()
  const element = scroller.element()
  /** How far the shadows are drawn at its beginning and its end. */
  const shadows = () =>
    ['::before', '::after'].map((side) => getComputedStyle(element.parentElement ?? element, side).opacity)
  await expect.poll(shadows).toEqual(['0', '1'])
  element.scrollLeft = 100
  await expect.poll(shadows).toEqual(['1', '1'])
  element.scrollLeft = element.scrollWidth
  await expect.poll(shadows).toEqual(['1', '0'])
  await page.viewport(2400, 600)
  await expect.poll(shadows).toEqual(['0', '0'])
})
