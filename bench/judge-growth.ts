/** One reading of a value that may grow. */
export type Look = { readonly minute: number; readonly value: number }

export type Judgement = {
  readonly mean: number
  /** Growth in an hour as a share of the mean: the measured value, and its certain minimum. */
  readonly anHour: number
  readonly surelyAnHour: number
  readonly isFlat: boolean
}

/** By how many standard errors a slope must exceed the tolerated growth: less may be chance. */
const certainty = 3

/**
 * Tells a leak from a cache that fills. A leak grows at a constant rate to the end, so the last half of the readings is
 * judged: by then caches, code and the space for new objects have reached their size, or nearly. `tolerated`: growth in
 * an hour as a share of the mean.
 */
export function judgeGrowth(looks: readonly Look[], tolerated: number): Judgement {
  const { mean, slope, error } = fitLine(looks.slice(Math.floor(looks.length / 2)))
  const share = (perMinute: number) => (perMinute * 60) / mean
  const surelyAnHour = share(slope - certainty * error)
  return { mean, anHour: share(slope), surelyAnHour, isFlat: !(surelyAnHour > tolerated) }
}

/** Least squares, with the standard error of the slope. */
function fitLine(looks: readonly Look[]): { readonly mean: number; readonly slope: number; readonly error: number } {
  const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanMinute, mean] = [meanOf(looks.map(({ minute }) => minute)), meanOf(looks.map(({ value }) => value))]
  const width = looks.reduce((sum, { minute }) => sum + (minute - meanMinute) ** 2, 0)
  const slope = looks.reduce((sum, { minute, value }) => sum + (minute - meanMinute) * (value - mean), 0) / width
  const missed = looks.reduce((sum, { minute, value }) => sum + (value - mean - slope * (minute - meanMinute)) ** 2, 0)
  return { mean, slope, error: Math.sqrt(missed / (looks.length - 2) / width) }
}
