import { type Engine, engines } from '#testing/create-database.ts'

/** `npm run faults` runs everything at full length; within `npm test` each fault is tried in a few rounds. */
export const isFullSuite = process.env.FAULTS === 'full'

/** How often a fault strikes. */
export const rounds = (full: number, short: number): number => (isFullSuite ? full : short)

/** A control ends as soon as it has seen the loss; without one in so many rounds the suite is blind. */
export const controlRounds = 12

/** Whether a control runs on this engine. What it shows of the test is the same on both, so within `npm test` one is enough. */
export const isControlledOn = (engine: Engine): boolean => isFullSuite || engine === engines[0]
