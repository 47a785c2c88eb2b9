import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { press, showPart } from '../../testing/show-part.tsx'
import { AttendanceChart } from './attendance-chart.tsx'

test('the chart is read by keyboard', async () => {
  const startedAt = Date.parse('2026-11-02T09:05:00Z')
  showPart(
    <AttendanceChart
      goal={75}
      points={[
        { firstNumber: 1, lastNumber: 1, startedAt, present: 1, expected: 2 },
        { firstNumber: 2, lastNumber: 2, startedAt, present: 0, expected: 2 },
      ]}
    />,
  )
  const chart = page.getByRole('slider', { name: 'Attendance per session' })
  const said = async () => (await chart.findElement()).getAttribute('aria-valuetext')
  await expect.poll(said).toMatch(/^Session 2, /)
  await press(chart, 'ArrowLeft')
  await expect.poll(said).toMatch(/^Session 1, .*50%$/)
  await press(chart, 'End')
  await expect.poll(said).toMatch(/^Session 2, .*0 of 2 present, 0%$/)
})
