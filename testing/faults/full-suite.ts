import { type Engine, engines } from '#testing/create-database.ts'

/** `npm run faults` runs everything at full length; within `npm test` each fault runs a few rounds. */
export const isFullSuite = process.env.FAULTS === 'full'

/** How often a fault happens. */
export const rounds = (full: number, short: number): number => (isFullSuite ? full : short)

/** A control ends as soon as it has seen the loss. If so many rounds show none, the test cannot find losses. */
export const controlRounds = 12

/**
 * Whether a control runs on this engine. It shows the same about the test on both, so within `npm test` one is enough.
 */
export const isControlledOn = (engine: Engine): boolean => isFullSuite || engine === engines[0]
