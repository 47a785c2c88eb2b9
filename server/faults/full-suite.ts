/** `npm run faults` runs everything at full length; within `npm test` each fault is tried in a few rounds. */
export const isFullSuite = process.env.FAULTS === 'full'

/** How often a fault strikes. */
export const rounds = (full: number, short: number): number => (isFullSuite ? full : short)

/** A control ends as soon as it has seen the loss; without one in so many rounds the suite is blind. */
export const controlRounds = 12
