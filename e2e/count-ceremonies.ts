import type { Page } from '@playwright/test'

type Ceremonies = { begun: number; ended: number }

/** Lets the page count the ceremonies that have begun, and those that have ended. From its next load on. */
export async function countCeremonies(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const ceremonies = { begun: 0, ended: 0 }
    const counted =
      <Options, Answer>(ceremony: (options?: Options) => Promise<Answer>) =>
      (options?: Options) => {
        ceremonies.begun++
        return ceremony(options).finally(() => ceremonies.ended++)
      }
    navigator.credentials.get = counted(navigator.credentials.get.bind(navigator.credentials))
    navigator.credentials.create = counted(navigator.credentials.create.bind(navigator.credentials))
    Object.assign(window, { ceremonies })
  })
}

export function ceremoniesOf(page: Page): Promise<Ceremonies> {
  return page.evaluate(() => (window as unknown as { ceremonies: Ceremonies }).ceremonies)
}
