import type { BrowserContext, Page } from '@playwright/test'

declare global {
  interface Window {
    /** Set by holdStill: from then on no timer of a second or more fires. */
    isHeldStill?: boolean
  }
}

/** Before the first page: prepares `holdStill`. */
export async function prepareToHoldStill(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const { setTimeout, setInterval } = window
    const unlessHeld = (handler: TimerHandler, ms: number, args: unknown[]) => () => {
      if (window.isHeldStill && ms >= 1_000) return
      if (typeof handler === 'function') handler(...args)
    }
    window.setTimeout = ((handler: TimerHandler, ms = 0, ...args: unknown[]) =>
      setTimeout(unlessHeld(handler, ms, args), ms)) as typeof window.setTimeout
    window.setInterval = ((handler: TimerHandler, ms = 0, ...args: unknown[]) =>
      setInterval(unlessHeld(handler, ms, args), ms)) as typeof window.setInterval
  })
}

/**
 * Brings the page to rest for a picture: fonts are loaded, animations have ended, and endless ones are always at the
 * same point.
 */
export async function holdStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    window.isHeldStill = true
    await document.fonts.ready
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    // Twice: the end of an animation may begin another one.
    for (let round = 0; round < 2; round++) {
      await nextFrame()
      await nextFrame()
      for (const animation of document.getAnimations()) {
        const endTime = Number(animation.effect?.getComputedTiming().endTime)
        // A highlight that fades after seconds and the bar of a toast are still visible, as for a user.
        if (endTime <= 1_000) animation.finish()
        else {
          animation.pause()
          animation.currentTime = 800
        }
      }
    }
  })
}
