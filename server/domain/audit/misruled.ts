/** A ruling about a session of a course that the log has as one about a mark in a class. */
export type Misruled = {
  readonly sessionId: string
  readonly groupId: string
  readonly personId: string
  readonly sequence: number
}

/** As the entry of a recount names it. */
export const nameMisruled = ({ sessionId, personId, sequence }: Omit<Misruled, 'groupId'>): string =>
  [sessionId, personId, sequence].join(' ')
