import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { UserModel } from '#contract/account.ts'
import { queryClient } from '../app/query-client.ts'
import { StepUpHost } from '../kit/step-up-host.tsx'
import { speakLanguage } from '../language/language.ts'
import { LanguageProvider } from '../language/language-provider.tsx'
import { AccountContext } from '../session/session.ts'
import { clearToasts, Dialog } from '../ui/index.ts'
import { Toasts } from '../ui/toasts.tsx'

export type Surroundings = {
  /** Who is signed in. */
  readonly account?: UserModel
  /** Of the page. */
  readonly path?: string
}

let shown: { readonly root: Root; readonly container: Element } | undefined

/** Draws a part by itself, with what the app has around every screen. */
export function showPart(part: ReactNode, { account, path = '/' }: Surroundings = {}): void {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  shown = { root, container }
  root.render(
    <StrictMode>
      <LanguageProvider>
        <QueryClientProvider client={queryClient}>
          <MemoryRouter initialEntries={[path]}>
            <AccountContext value={account ?? null}>
              <StepUpHost />
              {part}
            </AccountContext>
          </MemoryRouter>
          <Toasts />
        </QueryClientProvider>
      </LanguageProvider>
    </StrictMode>,
  )
}

/** Draws what stands in a dialog, opened. */
export function showDialog<Props extends object>(
  Content: ComponentType<Props>,
  props: Omit<Props, 'onClose'>,
  surroundings: Surroundings & { onClose?: () => void },
): void {
  const load = async () => Content
  const { onClose: close = () => undefined } = surroundings
  showPart(<Dialog of={{ isOpen: true, close }} load={load} props={props} />, surroundings)
}

/** After each test: the page as it was before. */
export async function takeAway(): Promise<void> {
  clearToasts()
  shown?.root.unmount()
  shown?.container.remove()
  shown = undefined
  queryClient.clear()
  await speakLanguage('en')
}

/** A message at the top of the screen. */
export function toast(text: string): Locator {
  return page.getByRole('region', { name: 'Notifications' }).getByText(text)
}

/** With the keyboard: goes to the element, once it takes a press, and presses the key there. */
export async function press(target: Locator, key: string): Promise<void> {
  await expect.element(target).toBeEnabled()
  const element = await target.findElement()
  if (!(element instanceof HTMLElement)) throw new Error('It cannot have the focus.')
  element.focus()
  await userEvent.keyboard(`{${key}}`)
}

/** How many there are, once there are so many. */
export async function expectCount(target: Locator, count: number): Promise<void> {
  await expect.poll(() => target.elements().length).toBe(count)
}
