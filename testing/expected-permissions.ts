import type { CallerKind } from '#server/domain/request-context.ts'

/**
 * Rules §4, written a second time by hand: the code's own table is compared with it. A cell that is loosened there
 * differs from here.
 */

type Cell = 'yes' | 'log in' | 'verify' | 'no' | 'passkey'

/** The answers of closed cells, to the letter. */
export const closedAnswers = {
  'log in': { status: 401, type: 'general_unauthorized_scope', message: 'Please log in first.' },
  verify: { status: 403, type: 'user_email_not_verified', message: 'Please verify your email first.' },
  no: { status: 401, type: 'user_unauthorized', message: 'You are not allowed to do this.' },
  passkey: { status: 401, type: 'user_unauthorized', message: 'You have not registered your passkey yet!' },
} as const satisfies Record<Exclude<Cell, 'yes'>, object>

// biome-ignore format: a table is read by its columns
const cells = {
  //                                    guest     pre       unverified STD    ORG        ORG2       screen, 'no' where it is left out
  'account.create':                    ['yes',    'yes',    'yes',    'yes', 'yes',     'yes'],
  'account.get':                       ['log in', 'log in', 'yes',    'yes', 'yes',     'yes'],
  'session.create':                    ['yes',    'yes',    'yes',    'yes', 'yes',     'yes'],
  'session.list':                      ['log in', 'log in', 'verify', 'yes', 'yes',     'yes'],
  'session.end':                       ['log in', 'log in', 'yes',    'yes', 'yes',     'yes'],
  'verification.request':              ['log in', 'log in', 'yes',    'yes', 'yes',     'yes'],
  'verification.confirm':              ['yes',    'yes',    'yes',    'yes', 'yes',     'yes'],
  'recovery.request':                  ['yes',    'yes',    'yes',    'yes', 'yes',     'yes'],
  'recovery.confirm':                  ['yes',    'yes',    'yes',    'yes', 'yes',     'yes'],
  'email.change':                      ['log in', 'log in', 'yes',    'yes', 'yes',     'yes'],
  'password.change':                   ['log in', 'log in', 'verify', 'yes', 'yes',     'yes'],
  'label.set':                         ['log in', 'yes',    'yes',    'yes', 'yes',     'yes'],
  'profiles.look-up':                  ['yes',    'yes',    'yes',    'yes', 'yes',     'yes'],
  'institutes.look-up':                ['yes',    'yes',    'yes',    'yes', 'no',      'no'],
  'passwords.check':                   ['yes',    'yes',    'yes',    'yes', 'yes',     'yes'],
  'organisations.look-up-by-email':    ['yes',    'yes',    'verify', 'yes', 'yes',     'yes'],
  'students.look-up-by-email':         ['yes',    'yes',    'verify', 'yes', 'yes',     'yes'],
  'students.look-up-by-roll-number':   ['log in', 'log in', 'verify', 'no',  'yes',     'yes'],
  'organisations.list':                ['log in', 'log in', 'verify', 'yes', 'yes',     'yes'],
  'students.list':                     ['log in', 'log in', 'verify', 'yes', 'yes',     'yes'],
  'organisations.get':                 ['yes',    'yes',    'verify', 'yes', 'yes',     'yes'],
  'students.get':                      ['log in', 'log in', 'verify', 'yes', 'yes',     'yes'],
  'organisations.create':              ['log in', 'yes',    'yes',    'yes', 'yes',     'yes'],
  'students.create':                   ['log in', 'yes',    'yes',    'yes', 'yes',     'yes'],
  'organisations.update.email':        ['log in', 'log in', 'yes',    'no',  'yes',     'yes'],
  'organisations.update.phoneNumber':  ['log in', 'log in', 'verify', 'no',  'yes',     'yes'],
  'organisations.update.classes':      ['log in', 'log in', 'verify', 'no',  'passkey', 'yes'],
  'students.update.email':             ['log in', 'log in', 'yes',    'yes', 'no',      'no'],
  'students.update.phoneNumber':       ['log in', 'log in', 'verify', 'yes', 'no',      'no'],
  'students.update.organisation':      ['log in', 'log in', 'verify', 'yes', 'no',      'no'],
  'students.update.attendance':        ['log in', 'log in', 'verify', 'no',  'passkey', 'yes'],
  'organisations.delete':              ['log in', 'log in', 'verify', 'no',  'yes',     'yes'],
  'students.delete':                   ['log in', 'log in', 'verify', 'yes', 'no',      'no'],
  'members.correct':                   ['log in', 'log in', 'verify', 'no',  'yes',     'yes'],
  'members.remove':                    ['log in', 'log in', 'verify', 'no',  'yes',     'yes'],
  'members.passkey':                   ['log in', 'log in', 'verify', 'no',  'passkey', 'yes'],
  'memberships.ended':                 ['log in', 'log in', 'verify', 'yes', 'no',      'no'],
  'attendance.running':                ['log in', 'log in', 'verify', 'no',  'yes',     'yes'],
  'screens.pair':                      ['yes',    'yes',    'yes',    'yes', 'yes',     'yes'],
  'screens.approve':                   ['log in', 'log in', 'verify', 'no',  'passkey', 'yes'],
  'screens.view':                      ['log in', 'log in', 'verify', 'no',  'yes',     'yes'],
  'screens.rename':                    ['log in', 'log in', 'verify', 'no',  'yes',     'yes'],
  'screens.end':                       ['log in', 'log in', 'verify', 'no',  'yes',     'yes'],
  'screen.show':                       ['log in', 'log in', 'no',     'no',  'no',      'no',      'yes'],
  'settings.view':                     ['log in', 'log in', 'verify', 'no',  'yes',     'yes'],
  'settings.change':                   ['log in', 'log in', 'verify', 'no',  'yes',     'yes'],
  'attendance.end':                    ['log in', 'log in', 'verify', 'no',  'passkey', 'yes'],
  'attendance.take-back':              ['log in', 'log in', 'verify', 'no',  'passkey', 'yes'],
  'attendance.ways':                   ['log in', 'log in', 'verify', 'no',  'passkey', 'yes'],
  'attendance.sheet':                  ['log in', 'log in', 'verify', 'no',  'yes',     'yes'],
  'head-count.set':                    ['log in', 'log in', 'verify', 'no',  'passkey', 'yes'],
  'draws.make':                        ['log in', 'log in', 'verify', 'no',  'passkey', 'yes'],
  'draws.answer':                      ['log in', 'log in', 'verify', 'no',  'passkey', 'yes'],
  'room-code.show':                    ['log in', 'log in', 'verify', 'no',  'passkey', 'yes'],
  'check-in.scan':                     ['yes',    'yes',    'yes',    'yes', 'yes',     'yes'],
  'check-in.room-code':                ['yes',    'yes',    'verify', 'yes', 'passkey', 'no'],
  'check-in.screen':                   ['log in', 'log in', 'verify', 'no',  'passkey', 'yes',     'yes'],
  'check-in.hand':                     ['log in', 'log in', 'verify', 'no',  'passkey', 'yes'],
  'reports.view':                      ['log in', 'log in', 'verify', 'no',  'yes',     'yes'],
  'reports.export':                    ['log in', 'log in', 'verify', 'no',  'yes',     'yes'],
  'reports.own':                       ['log in', 'log in', 'verify', 'yes', 'no',      'no'],
  'marks.flagged':                     ['log in', 'log in', 'verify', 'no',  'yes',     'yes'],
  'marks.rule':                        ['log in', 'log in', 'verify', 'no',  'yes',     'yes'],
  'marks.history':                     ['log in', 'log in', 'verify', 'no',  'yes',     'yes'],
  'marks.evidence':                    ['log in', 'log in', 'verify', 'yes', 'yes',     'yes'],
  'mark.flag':                         ['log in', 'log in', 'verify', 'yes', 'no',      'no'],
  'mark.unflag':                       ['log in', 'log in', 'verify', 'yes', 'no',      'no'],
  'receipts.list':                     ['log in', 'log in', 'verify', 'yes', 'no',      'no'],
  'receipts.settings':                 ['log in', 'log in', 'verify', 'yes', 'no',      'no'],
  'receipts.subscribe':                ['log in', 'log in', 'verify', 'yes', 'no',      'no'],
  'receipts.unsubscribe':              ['log in', 'log in', 'verify', 'yes', 'no',      'no'],
  'passkey.register':                  ['log in', 'log in', 'verify', 'yes', 'yes',     'yes'],
  'passkey.verify':                    ['log in', 'log in', 'verify', 'yes', 'yes',     'yes'],
  'passkey.assert.ORG':                ['yes',    'yes',    'yes',    'yes', 'yes',     'yes'],
  'passkey.assert.STD':                ['log in', 'log in', 'verify', 'yes', 'passkey', 'yes'],
  'passkey.rehearse':                  ['log in', 'log in', 'verify', 'yes', 'no',      'no'],
  'passkeys.list':                     ['log in', 'log in', 'verify', 'yes', 'yes',     'yes'],
  'passkeys.rename':                   ['log in', 'log in', 'verify', 'yes', 'yes',     'yes'],
  'passkeys.remove':                   ['log in', 'log in', 'verify', 'yes', 'yes',     'yes'],
  'passkeys.clear':                    ['log in', 'log in', 'verify', 'yes', 'yes',     'yes'],
  'passkey-replacement.request':       ['log in', 'log in', 'verify', 'yes', 'no',      'no'],
  'passkey-replacement.open':          ['yes',    'yes',    'yes',    'yes', 'yes',     'yes'],
  'recovery-codes.make':               ['log in', 'log in', 'verify', 'no',  'passkey', 'yes'],
  'recovery-codes.use':                ['yes',    'yes',    'yes',    'yes', 'yes',     'yes'],
  'held-passkeys.list':                ['log in', 'log in', 'verify', 'no',  'yes',     'yes'],
  'held-passkeys.confirm':             ['log in', 'log in', 'verify', 'no',  'passkey', 'yes'],
  'session.confirm':                   ['log in', 'log in', 'verify', 'yes', 'yes',     'yes'],
  'realtime.connect':                  ['yes',    'yes',    'yes',    'yes', 'yes',     'yes',     'yes'],
  'channels.account':                  ['log in', 'log in', 'yes',    'yes', 'yes',     'yes',     'log in'],
  'channels.documents':                ['log in', 'log in', 'no',     'yes', 'yes',     'yes',     'log in'],
  'channels.organisations':            ['log in', 'log in', 'no',     'no',  'yes',     'yes',     'log in'],
  'channels.students':                 ['log in', 'log in', 'no',     'yes', 'yes',     'yes',     'log in'],
  'ping':                              ['yes',    'yes',    'yes',    'yes', 'yes',     'yes',     'yes'],
} as const satisfies Record<string, readonly [Cell, Cell, Cell, Cell, Cell, Cell, Cell?]>

/** Rules §5.7: the acts that need a recent password or passkey, always or as their input decides. */
export const expectedStepUps = {
  'session.end': 'by-input',
  'organisations.delete': 'always',
  'students.delete': 'always',
  'members.correct': 'always',
  'members.remove': 'always',
  'screens.approve': 'always',
  'screens.rename': 'always',
  'settings.change': 'always',
  'attendance.end': 'always',
  'attendance.take-back': 'always',
  'attendance.ways': 'always',
  'reports.export': 'always',
  'marks.rule': 'always',
  'marks.evidence': 'by-input',
  'passkey.register': 'by-input',
  'passkeys.remove': 'always',
  'passkeys.clear': 'always',
  'recovery-codes.make': 'always',
  'held-passkeys.confirm': 'always',
} as const satisfies Partial<Record<keyof typeof cells, 'always' | 'by-input'>>

export type ExpectedAct = keyof typeof cells
export const expectedActs = Object.keys(cells) as ExpectedAct[]

const columns = { guest: 0, pre: 1, unverified: 2, STD: 3, ORG: 4, ORG2: 5, screen: 6 } as const satisfies Record<
  CallerKind,
  number
>

export function expectedCell(act: ExpectedAct, kind: CallerKind): Cell {
  const row: readonly Cell[] = cells[act]
  return row[columns[kind]] ?? 'no'
}
