/** The host name of an origin, which is the WebAuthn RP ID there. Empty for text that is no origin. */
export const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).hostname : '')
