import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectCount, press, showPart } from '../testing/show-part.tsx'
import { Pager } from './pager.tsx'

const field = page.getByLabelText('Page number')

function open(total: number, onPage = vi.fn()) {
  function List() {
    const [at, setAt] = useState(0)
    const goTo = (next: number) => {
      onPage(next)
      setAt(next)
    }
    return <Pager page={at} pageSize={10} total={total} shown={10} busy={false} onPageChange={goTo} />
  }
  showPart(<List />)
  return onPage
}

test('a page number leads there, and the keyboard stays at the field', async () => {
  open(400)
  await expect.element(page.getByText('of 40', { exact: true })).toBeVisible()
  await field.fill('27')
  await press(field, 'Enter')
  await expect.element(page.getByText('261–270 of 400')).toBeVisible()
  await expect.element(field).toHaveValue('27')
  await expect.element(field).toHaveFocus()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.element(field).toHaveValue('28')
})

test.each([
  ['99', 39],
  ['०२', 1],
])('%j leads to a page that is there', async (typed, expected) => {
  const onPage = open(400)
  await field.fill(typed)
  await press(field, 'Enter')
  await expect.poll(() => onPage.mock.calls).toEqual([[expected]])
})

test.each(['', 'x', '1'])('%j leads nowhere', async (typed) => {
  const onPage = open(400)
  await field.fill(typed)
  await press(field, 'Enter')
  await expect.element(field).toHaveValue('1')
  expect(onPage).not.toHaveBeenCalled()
})

test('two pages need no number', async () => {
  open(20)
  await expect.element(page.getByRole('button', { name: 'Next page' })).toBeVisible()
  await expectCount(field, 0)
})
