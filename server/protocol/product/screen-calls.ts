import type { ScreenList } from '#contract/screens.ts'
import { showScreen } from '../../domain/check-ins/show-screen.ts'
import { approveScreen, lookUpScreen } from '../../domain/screens/approve-screen.ts'
import { askForPairing, readPairing } from '../../domain/screens/ask-for-pairing.ts'
import { endScreen, listScreens, renameScreen } from '../../domain/screens/own-screens.ts'
import { describeUserAgent } from '../http/describe-user-agent.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** Longer than any screen is approved for. */
const cookieMs = 31 * 24 * 60 * 60_000

/** Paired screens: pairing, approval, what they show. */
export const screenCalls = {
  async 'POST /screens/pairing'(deps, { reply, context, input }) {
    const { pairing, token } = await askForPairing(deps, context, input)
    deps.cookies.set(reply, 'screen', token, cookieMs)
    return pairing
  },
  async 'GET /screens/pairing'(deps, { context }) {
    return readPairing(deps, context)
  },
  async 'POST /screens/look-up'(deps, { context, input }) {
    const { pairing, isSameNetwork, ends, now } = await lookUpScreen(deps, context, input)
    const { addressPrefix: address, askedAt } = pairing
    return { ...describeBrowser(pairing), address, isSameNetwork, askedAt, ends, serverTime: now }
  },
  async 'POST /screens'(deps, { context, input }) {
    await approveScreen(deps, context, input)
    return toList(await listScreens(deps, context))
  },
  async 'GET /screens'(deps, { context }) {
    return toList(await listScreens(deps, context))
  },
  async 'PATCH /screens/:screenId'(deps, { context, params, input }) {
    await renameScreen(deps, context, params.screenId, input)
    return toList(await listScreens(deps, context))
  },
  async 'DELETE /screens/:screenId'(deps, { context, params }) {
    await endScreen(deps, context, params.screenId)
    return toList(await listScreens(deps, context))
  },
  async 'GET /screen'(deps, { context }) {
    return showScreen(deps, context)
  },
} satisfies Partial<ProductHandlers>

function toList({ screens, now }: Awaited<ReturnType<typeof listScreens>>): ScreenList {
  return {
    screens: screens.map((screen) => ({
      id: screen.id,
      name: screen.name,
      ...(screen.roomId !== null && { roomId: screen.roomId }),
      ...(screen.teacherName !== null && { teacher: screen.teacherName }),
      ...describeBrowser(screen),
      address: screen.addressPrefix,
      state: screen.endedBecause === 'copied' ? 'copied' : 'paired',
      approvedAt: screen.approvedAt,
      endsAt: screen.endsAt,
      lastSeenAt: screen.lastSeenAt,
    })),
    serverTime: now,
  }
}

function describeBrowser({ userAgent }: { readonly userAgent: string }) {
  const { browser, system } = describeUserAgent(userAgent)
  return { browser, system }
}
