import type { ScreenList } from '#contract/screens.ts'
import { approveScreen, lookUpScreen } from '../../domain/screens/approve-screen.ts'
import { askForPairing, readPairing } from '../../domain/screens/ask-for-pairing.ts'
import { endScreen, listScreens, renameScreen } from '../../domain/screens/own-screens.ts'
import { showScreen } from '../../domain/sessions/show-screen.ts'
import { describeUserAgent } from '../http/describe-user-agent.ts'
import { thenShow } from '../http/then-show.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** Longer than any screen is approved for. */
const cookieMs = 31 * 24 * 60 * 60_000

/** Paired screens: pairing, approval, what they show. */
export const screenCalls = {
  async 'POST /screens/pairing'(deps, door, input, { reply }) {
    const { pairing, token } = await askForPairing(deps, door, input)
    deps.cookies.set(reply, 'screen', token, cookieMs)
    return pairing
  },
  'GET /screens/pairing': readPairing,
  async 'POST /screens/look-up'(deps, door, input) {
    const { pairing, isSameNetwork, ends, now } = await lookUpScreen(deps, door, input)
    const { addressPrefix: address, askedAt } = pairing
    return { ...describeBrowser(pairing), address, isSameNetwork, askedAt, ends, serverTime: now }
  },
  'POST /screens': thenShow(showScreens, approveScreen),
  'GET /screens': showScreens,
  'PATCH /screens/:screenId': thenShow(showScreens, renameScreen),
  'DELETE /screens/:screenId': thenShow(showScreens, endScreen),
  'GET /screen': showScreen,
} satisfies Partial<ProductHandlers>

async function showScreens(...asked: Parameters<typeof listScreens>): Promise<ScreenList> {
  const { screens, now } = await listScreens(...asked)
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
