import type { Mutant } from './mutant.ts'

/** Marks, sessions, receipts and reports. */
export const attendanceMutants: readonly Mutant[] = [
  {
    name: 'window-ends-a-moment-early',
    file: 'server/domain/groups/mark-attendance.ts',
    find: 'now <= expiryTime',
    replace: 'now < expiryTime',
    killedBy: {
      file: 'server/domain/groups/mark-attendance.test.ts',
      title: 'with an expiryTime that is %s nothing changes',
    },
  },
  {
    name: 'session-takes-a-mark-at-its-end',
    file: 'server/domain/marks/mark-member.ts',
    find: 'now >= attendanceSession.endsAt',
    replace: 'now > attendanceSession.endsAt',
    killedBy: {
      file: 'server/domain/marks/mark-member.test.ts',
      title: 'is made until the session ends, and not at its end',
    },
  },
  {
    name: 'proof-is-not-spent',
    file: 'server/domain/marks/mark-member.ts',
    find: 'await stores.attendance.spendProof(proof, outcome, now)',
    replace: '',
    killedBy: {
      file: 'server/domain/marks/mark-member.test.ts',
      title: 'spends its proof: a repeated call gets the same answer, and a mark needs a new one',
    },
  },
  {
    name: 'withdrawn-mark-is-made-again',
    file: 'server/domain/marks/make-mark.ts',
    find: 'earlier?.isWithdrawn',
    replace: 'false',
    killedBy: {
      file: 'server/domain/marks/mark-member.test.ts',
      title: 'that was withdrawn is not made again by another ceremony',
    },
  },
  {
    name: 'early-end-keeps-windows',
    file: 'server/domain/groups/whole.ts',
    find: 'await stores.memberships.endWindows(id, now - 1)',
    replace: '[]',
    killedBy: {
      file: 'server/domain/sessions/end-session.test.ts',
      title: 'ended at minute 50, next begun at 52: all are marked',
    },
  },
  {
    name: 'receipt-without-a-wish',
    file: 'server/domain/receipts/queue-receipt.ts',
    find: 'marked.filter(({ wishes }) => wishes[way])',
    replace: 'marked',
    killedBy: {
      file: 'server/domain/marks/mark-member.test.ts',
      title: 'sends a receipt to a student who wishes one, and to no other',
    },
  },
  {
    name: 'confirmed-mark-counts-twice',
    file: 'server/domain/groups/whole.ts',
    find: 'if (mark && stands !== status) await recountMark',
    replace: 'if (mark) await recountMark',
    killedBy: {
      file: 'server/domain/register/rule-in-class.test.ts',
      title: 'answers the dispute, whose mark stays, and the student is told',
    },
  },
  {
    name: 'percentage-of-all-sessions',
    file: 'server/domain/register/standing.ts',
    find: 'workOutAttendance(attended, counted)',
    replace: 'workOutAttendance(attended, scope.classes)',
    killedBy: {
      file: 'server/domain/register/standing.test.ts',
      title: 'a percentage is of the sessions in which the student was expected, not of all',
    },
  },
  {
    name: 'book-of-one-cell-too-many',
    file: 'server/domain/register/export-report.ts',
    find: 'sessions * members > maxBookCells',
    replace: 'sessions * members > maxBookCells + sessions',
    killedBy: {
      file: 'server/domain/register/export-report.test.ts',
      title: 'an attendance book is too large for a file: %s of %i sessions and %i members',
    },
  },
  {
    name: 'ticket-is-not-spent',
    file: 'server/domain/marks/finish-by-room-code.ts',
    find: "if (locked.isTicketSpent) throw new Problem('scan-ticket-old')",
    replace: '',
    killedBy: {
      file: 'server/domain/marks/check-in-by-room-code.test.ts',
      title: 'spends a ticket once',
    },
  },
  {
    name: 'bad-assertion-burns-nothing',
    file: 'server/domain/marks/require-signature.ts',
    find: 'await deps.storage.briefTransaction((stores) => stores[kept].burn(id))',
    replace: '',
    killedBy: {
      file: 'server/domain/marks/check-in-by-room-code.test.ts',
      title: 'is burnt by a bad assertion: the good one after it is refused',
    },
  },
  {
    name: 'sealed-check-in-outlives-forgotten-secrets',
    file: 'server/domain/marks/finish-by-room-code.ts',
    find: "if (ticket.secretsEpoch !== secretsEpoch) throw new Problem('scan-ticket-old')",
    replace: '',
    killedBy: {
      file: 'server/domain/marks/sealed-check-in.test.ts',
      title: 'is refused after secrets were forgotten',
    },
  },
  {
    name: 'ticket-of-another-browser',
    file: 'server/domain/marks/scan-ticket.ts',
    find: ' || foundBrowser !== browserHash',
    replace: '',
    killedBy: {
      file: 'server/domain/marks/check-in-by-room-code.test.ts',
      title: 'refuses a ticket in another browser, and after three minutes',
    },
  },
  {
    name: 'room-code-switched-off-is-taken',
    file: 'server/domain/marks/offer-by-room-code.ts',
    find: "if (!hasRoomCode) throw new Problem('room-code-off')",
    replace: '',
    killedBy: {
      file: 'server/domain/marks/check-in-by-room-code.test.ts',
      title: 'refuses a ticket of a session that was ended, or whose room code was switched off',
    },
  },
]
