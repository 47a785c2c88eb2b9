import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { lockPaired } from '../screens/assert-paired.ts'
import type { Signed } from './finish-signed.ts'
import { type Ground, type MarkedCheckIn, markSigned } from './mark-signed.ts'
import type { FinishDeps } from './signed-check-in.ts'
import type { KeptCheckIn, LockedCheckIn } from './stores.ts'

/**
 * Makes the mark of a check-in at the screen. Throws document_not_found, attendance-ended, check-in-refused; screen-ended,
 * screen-copied, attendance-not-started, session-left-room.
 */
export function markAtScreen(
  deps: Pick<FinishDeps, 'storage'>,
  context: RequestContext,
  signed: Signed<KeptCheckIn>,
): Promise<MarkedCheckIn | 'spent' | 'counter-regression'> {
  const { screen } = context
  return markSigned(deps, context, signed, {
    method: 'screen',
    browser: { browser: '', sharedMs: 0 },
    // It may have been ended since its request was signed.
    ...(screen && { lockFirst: (stores) => lockPaired(stores, screen.id, signed.checkIn.attendanceSessionId) }),
    assertGround(locked) {
      const ground = assertGround(locked, signed)
      // It may have moved to another room since. A teacher’s own screen goes along.
      const isOwn = screen?.roomId === null && screen.teacherId !== null
      if (screen && !isOwn && (ground.session.course?.roomId ?? null) !== screen.roomId) {
        throw new Problem('session-left-room')
      }
      return { ...ground, isShared: false }
    },
    // Where phones check in, each session counts by itself, whatever the way.
    oncePer: ({ hasRoomCode }) => (hasRoomCode ? 'session' : 'hour'),
  })
}

function assertGround({ member, session, passkey, ...rest }: LockedCheckIn, { account }: Signed<KeptCheckIn>): Ground {
  if (!member) throw new Problem('document_not_found')
  if (!session || rest.now >= session.endsAt) throw new Problem('attendance-ended')
  if (!passkey) throw new Problem('check-in-refused')
  return { ...rest, account, member, session, passkey }
}
