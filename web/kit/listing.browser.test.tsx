import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showPart } from '../testing/show-part.tsx'
import { Listing } from './listing.tsx'
import { SearchField } from './search-field.tsx'
import { useChosen } from './use-chosen.ts'
import { useListAddress } from './use-list-address.ts'

type Answer = { readonly total: number; readonly rows: readonly string[] }

/** Ten rows to a page, as `read` answers for each page. */
function open(path: string, read: (page: number) => Promise<Answer>): void {
  function List() {
    const { page: at } = useListAddress()
    const list = useQuery({ queryKey: ['list', at], queryFn: () => read(at), retry: false })
    const { chosen, toggle } = useChosen()
    return (
      <>
        <p>{`chosen: ${[...chosen].join(', ')}`}</p>
        <Listing
          of={list}
          total={list.data?.total}
          pageSize={10}
          shown={list.data?.rows.length}
          empty={{ title: 'No one yet', hint: 'They come later.' }}
        >
          {(pager) => (
            <>
              {list.data?.rows.map((row) => (
                <button key={row} type="button" onClick={() => toggle(row)}>
                  {row}
                </button>
              ))}
              {pager}
            </>
          )}
        </Listing>
      </>
    )
  }
  showPart(<List />, { path })
}

const pages = async (at: number): Promise<Answer> => ({ total: 25, rows: at < 3 ? [`row of page ${at + 1}`] : [] })

test('a page beyond the last one leads to the last', async () => {
  open('/?page=9', pages)
  await expect.element(page.getByRole('button', { name: 'row of page 3' })).toBeVisible()
})

test('what is chosen stays on another page, and a second touch takes it back', async () => {
  open('/', pages)
  await page.getByRole('button', { name: 'row of page 1' }).click()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByRole('button', { name: 'row of page 2' }).click()
  await expect.element(page.getByText('chosen: row of page 1, row of page 2')).toBeVisible()
  await page.getByRole('button', { name: 'row of page 2' }).click()
  await expect.element(page.getByText('chosen: row of page 1', { exact: true })).toBeVisible()
})

test('an empty list says so, and one that could not be read is read again on a press', async () => {
  let hasFailed = false
  open('/', async () => {
    if (hasFailed) return { total: 0, rows: [] }
    hasFailed = true
    throw new Error('It is not here.')
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('No one yet')).toBeVisible()
})

test('Back and Forward lead through pages and filters, and a search stays with its page', async () => {
  function List() {
    const { address, page: at, search, change, openPage } = useListAddress()
    const navigate = useNavigate()
    return (
      <>
        <SearchField />
        <p>{`page ${at + 1}, show ${address.get('show')}, search ${search}`}</p>
        <button type="button" onClick={() => openPage(1)}>
          Second page
        </button>
        <button type="button" onClick={() => change({ show: 'closed' })}>
          Closed
        </button>
        <button type="button" onClick={() => void navigate(-1)}>
          Back
        </button>
        <button type="button" onClick={() => void navigate(1)}>
          Forward
        </button>
      </>
    )
  }
  showPart(<List />, { path: '/list?search=rao' })
  const press = (name: string) => page.getByRole('button', { name }).click()
  const expectShown = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible()
  const field = page.getByRole('searchbox')
  await expect.element(field).toHaveValue('rao')
  await press('Second page')
  await expectShown('page 2, show null, search rao')
  await press('Closed')
  await expectShown('page 1, show closed, search rao')
  await field.fill('iyer')
  await expectShown('page 1, show closed, search iyer')
  await press('Back')
  await expectShown('page 2, show null, search rao')
  await expect.element(field).toHaveValue('rao')
  await press('Forward')
  await expectShown('page 1, show closed, search iyer')
  await expect.element(field).toHaveValue('iyer')
})
