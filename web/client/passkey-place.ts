import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import type { AccountLabel } from '#contract/identifiers.ts'
import { checkBrowser } from './check-browser.ts'

/** Where a new passkey should live: on a phone that the browser asks, or on the device that the page is on. */
export type PasskeyPlace = 'phone' | 'this-device'

const hintOf = { phone: 'hybrid', 'this-device': 'client-device' } as const

type Options = PublicKeyCredentialCreationOptionsJSON

/**
 * The same options with the browser's first offer changed (WebAuthn L3 §5.8.7). A hint only, and no attachment: a computer
 * that shares its passkeys with the student's phone may keep this one, too.
 */
export function withPlace(options: Options, place: PasskeyPlace | undefined): Options {
  return place === undefined ? options : { ...options, hints: [hintOf[place]] }
}

type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'> & {
  readonly userAgentData?: { readonly mobile: boolean; readonly platform: string }
}

/** True for phones and tablets. For advice on a screen alone: a browser may say what it likes. */
export function isHandheld({ userAgentData, userAgent, maxTouchPoints }: Device = navigator): boolean {
  if (userAgentData) return userAgentData.mobile || userAgentData.platform === 'Android'
  // A tablet of Apple's says that it is a Mac.
  return /Android|iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
}

/**
 * Where a passkey should live if its owner has not chosen. A student signs with what comes to class: on a computer the
 * phone is asked first. An institute signs where it is.
 */
export function usualPlace(label: AccountLabel): PasskeyPlace | undefined {
  return label === 'STD' && !isHandheld() ? 'phone' : undefined
}

/** The same; a computer that cannot ask a phone, or knows no passkeys, is left to itself. */
export async function findPlace(label: AccountLabel): Promise<PasskeyPlace | undefined> {
  const place = usualPlace(label)
  return place === 'phone' && (await checkBrowser()) !== undefined ? undefined : place
}
