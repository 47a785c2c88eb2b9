import { describeJump } from '../../domain/clock/clock-jumps.ts'
import type { ClockJump } from '../../domain/clock/stores.ts'
import type { Finding, OpenedDatabase } from './check-invariant.ts'

/** How many of the latest jumps the note lists. */
const named = 5

/**
 * Lists the jumps of the clock that the server has noticed. They are no fault: the data keep their order without the
 * clock.
 */
export async function checkClockJumps({ db }: OpenedDatabase): Promise<Finding> {
  const jumps = await db
    .selectFrom('clock_jumps')
    .select(['number', 'clock_before as before', 'clock_after as after'])
    .orderBy('number')
    .execute()
  const wrong = jumps.flatMap(({ number }, index) => {
    const expected = (jumps[index - 1]?.number ?? 0) + 1
    return number === expected ? [] : [`number ${expected} is missing`]
  })
  return {
    rule: 'Jumps of the clock are numbered without gaps',
    rows: jumps.length,
    wrong,
    ...(jumps.length > 0 && { note: jumps.slice(-named).map(name).join('; ') }),
  }
}

const name = (jump: ClockJump) => `${new Date(jump.before).toISOString()}: ${describeJump(jump)}`
