import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { connection } from '../../client/connection.ts'
import { showPart } from '../../testing/show-part.tsx'
import { Button } from '../../ui/index.ts'
import { latePart } from './late-part.tsx'

function Chart({ of }: { of: string }) {
  return <p>The chart of {of}</p>
}

/** A chunk whose server can be cut off. */
function makeChunk() {
  const chunk: { isCutOff: boolean } = { isCutOff: false }
  const Late = latePart(async () => {
    if (chunk.isCutOff) throw new TypeError('Failed to fetch dynamically imported module')
    return Chart
  })
  return { chunk, Late }
}

const chart = page.getByText('The chart of May')
const refusal = page.getByText('This could not be loaded.')

test('what cannot be loaded leaves the rest of the screen, and comes with the connection', async () => {
  const { chunk, Late } = makeChunk()
  chunk.isCutOff = true
  connection.set('offline')
  showPart(
    <>
      <p>The rest</p>
      <Late of="May" waiting={<p>Soon</p>} />
    </>,
  )
  await expect.element(refusal).toBeVisible()
  await expect.element(page.getByText('No connection. Trying again.')).toBeVisible()
  await expect.element(page.getByText('Soon')).not.toBeInTheDocument()
  await expect.element(page.getByText('The rest')).toBeVisible()
  chunk.isCutOff = false
  connection.set('up')
  await expect.element(chart).toBeVisible()
  await expect.element(refusal).not.toBeInTheDocument()
})

test('with a connection a reload is offered', async () => {
  const { chunk, Late } = makeChunk()
  chunk.isCutOff = true
  showPart(<Late of="May" />)
  await expect.element(refusal).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible()
})

test('what was loaded once is there at once', async () => {
  const { Late } = makeChunk()
  let waits = 0
  const Wait = () => {
    waits++
    return null
  }
  function Screen() {
    const [month, setMonth] = useState('May')
    return (
      <>
        <Button onClick={() => setMonth('June')}>Next</Button>
        <Late key={month} of={month} waiting={<Wait />} />
      </>
    )
  }
  showPart(<Screen />)
  await expect.element(chart).toBeVisible()
  expect(waits).toBeGreaterThan(0)
  waits = 0
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.element(page.getByText('The chart of June')).toBeVisible()
  expect(waits).toBe(0)
})
