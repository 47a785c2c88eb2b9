import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { originMeta } from '#contract/identifiers.ts'
import { expectCount, showPart } from '../testing/show-part.tsx'
import { Cover } from './cover.tsx'

/** A page before the login, as a server with this origin sends it. */
function open(origin: string): void {
  const meta = Object.assign(document.createElement('meta'), { name: originMeta, content: origin })
  document.head.append(meta)
  onTestFinished(() => meta.remove())
  showPart(
    <Cover title="" rows={[]} note="" homeHref="/">
      <h1>Login</h1>
    </Cover>,
  )
}

test('a page at another address than the server’s own names that one, as a link to the same page', async () => {
  open('https://attendance.example')
  await expect
    .element(page.getByRole('heading', { name: 'Logins and passkeys work only at this address:' }))
    .toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'https://attendance.example' }))
    .toHaveAttribute('href', `https://attendance.example${location.pathname}${location.search}`)
})

test('a page at its own address says nothing', async () => {
  open(location.origin)
  await expect.element(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await expectCount(page.getByRole('alert'), 0)
})
