const day = 86_400_000

/**
 * The UTC offset, as '+01:00', where the clocks of the zone show this time twice, as in the hour that a change of the clock
 * repeats; otherwise undefined. Two such times would look equal. `timeZone`: an IANA name; the system's zone where it is left
 * out. The returned function takes epoch ms.
 */
export function makeRepeatedOffset(timeZone?: string): (epochMs: number) => string | undefined {
  // Swedish dates are those of ISO 8601.
  const format = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  const offsetAt = (at: number) =>
    Date.parse(`${format.format(at).replace(' ', 'T')}Z`) - Math.floor(at / 1_000) * 1_000
  return (at) => {
    const offset = offsetAt(at)
    const isRepeated = [at - day, at + day].some((near) => {
      const other = offsetAt(near)
      return other !== offset && offsetAt(at + offset - other) === other
    })
    return isRepeated ? `${offset < 0 ? '-' : '+'}${new Date(Math.abs(offset)).toISOString().slice(11, 16)}` : undefined
  }
}
