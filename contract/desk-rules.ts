/** The rules of the enrolment desk, without a schema library. */

/** How long a person is one desk's, and how long a code on its screen can be scanned. Milliseconds. */
export const deskClaimMs = 5 * 60_000
/** How long the mailed digits are good. Milliseconds. */
export const deskDigitsMs = 15 * 60_000
export const deskDigitsLength = 6
/** At a desk that sees person after person, a password or passkey is good for this long. Milliseconds. */
export const seenStepUpMs = 30 * 60_000
/** Wrong digits of one mail. */
export const maxWrongDigits = 6
