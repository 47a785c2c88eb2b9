import { expect, test } from './fixtures.ts'

/** Spec §2, landing page. */

test.use({ serverEnv: { SOURCE_URL: 'https://source.example/rollkey', CONTACT_EMAIL: 'team@contact.example' } })

test('says what the product does and links into it', async ({ page, server }) => {
  await page.goto('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Features' })).toHaveAttribute('href', /#/)
  await expect(page.getByRole('banner').getByRole('link', { name: 'How It Works' })).toHaveAttribute('href', /#/)
  for (const card of [
    'WebAuthentication',
    'Multi-User Support',
    'Enhanced Security',
    'Real-Time Tracking',
    'Comprehensive Reports',
  ]) {
    await expect(page.getByRole('heading', { name: card, exact: true })).toBeVisible()
  }
  await expect(page.getByRole('heading', { name: 'Key Features' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'How It Works' })).toBeVisible()
  for (const [item, state] of [
    ['Notifications on successful check-in', 'Here now'],
    ['Courses and teachers of an institute', 'Here now'],
    ['More features', 'Next: the timetable of the week'],
  ] as const)
    await expect(page.getByRole('listitem').filter({ hasText: item })).toContainText(state)
  await expect(page.getByText('What is a passkey?')).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Learn More' })).toHaveAttribute('href', 'https://source.example/rollkey')
  await expect(page.getByRole('link', { name: 'Contact the Team' })).toHaveAttribute(
    'href',
    'mailto:team@contact.example',
  )
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('2024')
  await expect(footer.getByText('powered by')).toBeVisible()
  await expect(footer.getByRole('img')).toBeVisible()
  await expect(footer.getByText('Terms of Service')).toBeVisible()
  await expect(footer.getByText('Privacy')).toBeVisible()
  for (const name of ['Get Started', 'Try out now!']) {
    await page.goto('/')
    await page.getByRole('link', { name }).first().click()
    await expect(page).toHaveURL(`${server.origin}/login`)
  }
})

test('needs no script', async ({ openContext }) => {
  const page = await (await openContext({ javaScriptEnabled: false })).newPage()
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
})
