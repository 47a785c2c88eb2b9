import { ashaDocument, noPasskeys, officeDocument, ownPasskey } from './people.ts'

/** People and institutes with the longest names, roll numbers and emails that screens must have room for. */

/** 80 letters with the space between them: words that wrap, and one that is longer than many a line. */
const longPerson = {
  firstName: 'Venkata Narasimha Raju Lakshmi Narayana S',
  lastName: 'Subrahmanyeswaraprasadachandrasekharan',
  rollNumber: 'KA-VTU/2021-22/CSE-AIML/SEC.B-42',
}
export const longStudent = { name: `${longPerson.firstName} ${longPerson.lastName}`, rollNumber: longPerson.rollNumber }
/** 128 letters, the most that a name has (`maxNameLength`). */
export const longestName = `${longStudent.name} Venkatanarasimharajuvaripeta Padmanabhan MGR XY`
export const longEmails = {
  student: 'venkata-narasimha.raju-lakshmi-narayana@students.visvesvaraya-institute.ac.example',
  institute: 'office-of-the-registrar@visvesvaraya-institute.ac.example',
}
export const longInstitute = 'Sri Visvesvaraya National Institute of Technology and Management Studies, Mysore'

const at = Date.parse('2026-11-02T09:00:00Z')
const reason = 'Seen-on-the-camera-of-lecture-hall-number-four, and by the class representative'
const sessionId = 'session1000000000000'
const student = { ...longPerson, id: ashaDocument.$id, joinedAt: at }
const standing = {
  total: 41,
  classes: 60,
  official: { counted: 60, attended: 41, percentage: 68.33, mayMiss: 0, mustAttend: 16 },
  working: { counted: 60, attended: 41, percentage: 68.33, mayMiss: 0, mustAttend: 16 },
  differences: [],
}
const times = { startedAt: at, endsAt: at + 3_600_000, state: 'ended' } as const
const session = { ...times, id: sessionId, number: 128, present: 1234, expected: 2345, flagged: 1 }
const ruling = { status: 'present', reason, decidedAt: at, cause: 'staff' } as const
const mark = {
  markedAt: at,
  method: 'kiosk',
  evidence: { attachment: null, userVerified: true, backupEligible: true, backedUp: true, flags: [] },
  flaggedAt: null,
  mayDispute: 'not-me',
  ruling,
} as const
const history = { total: 1, entries: [{ ...times, sessionId, number: 128, presence: 'present', mark }] } as const

const organisation = { ...officeDocument, name: longInstitute, email: longEmails.institute, classes: 60 }
const member = {
  ...ashaDocument,
  ...longPerson,
  email: longEmails.student,
  attendance: JSON.stringify({ [officeDocument.$id]: { total: 41 } }),
}
const documentAt = (address: string) => (address.includes('/organisations') ? organisation : member)

/** What the server answers to the screens of either of them. */
export const longAnswers = {
  'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': ({ address }: { address: string }) =>
    documentAt(address),
  'GET /databases/:databaseId/collections/:collectionId/documents': ({ address }: { address: string }) => ({
    total: 1,
    documents: [documentAt(address)],
  }),
  'GET /passkeys': {
    ...noPasskeys,
    passkeys: [{ ...ownPasskey, name: longStudent.name.slice(0, 64), lastUsedAt: at }],
    recoveryCodes: 10,
    readiness: { state: 'ready', heldUntil: null },
  },
  'GET /held-passkeys': {
    passkeys: [
      {
        id: 'held',
        studentId: student.id,
        studentName: longStudent.name,
        rollNumber: longPerson.rollNumber,
        createdAt: at,
        heldUntil: at,
      },
    ],
  },
  'GET /attendance/flagged': {
    total: 1,
    disputes: [
      {
        attendanceSessionId: sessionId,
        number: 128,
        startedAt: at,
        course: null,
        studentId: student.id,
        personId: 'person',
        name: longStudent.name,
        rollNumber: longPerson.rollNumber,
        markedAt: at,
        flaggedAt: at,
        reason: 'was-there',
        words: reason,
      },
    ],
  },
  'GET /attendance/running': { session: null, members: 2345, serverTime: at },
  'GET /sessions/:sessionId/people/:personId/rulings': {
    mark: { markedAt: at, way: 'screen', isSigned: true },
    dispute: { at, isOpen: true, words: reason },
    status: 'absent',
    rulings: [
      { ...ruling, sequence: 1, minutes: null, isAfterLock: false, note: reason, decidedBy: officeDocument.$id },
    ],
  },
  'GET /rooms': { rooms: [{ id: 'hall', name: longInstitute }] },
  'GET /screens': {
    screens: (['paired', 'copied'] as const).map((state) => ({
      roomId: 'hall',
      id: state,
      name: longInstitute,
      browser: 'Samsung Internet',
      system: 'ChromeOS',
      address: '2001:db8:aaaa:bbbb::/64',
      state,
      approvedAt: at,
      endsAt: at + 3_600_000,
      lastSeenAt: null,
    })),
    serverTime: at,
  },
  'GET /settings': { timeZone: 'Asia/Kolkata', displayNames: 'full', ways: ['screen'] },
  'GET /memberships/ended': {
    memberships: [
      {
        organisationId: officeDocument.$id,
        organisationName: longInstitute,
        rollNumber: longPerson.rollNumber,
        leftAt: at,
        because: 'gave-way',
      },
    ],
  },
  'GET /receipts': {
    receipts: [
      {
        attendanceSessionId: sessionId,
        organisationId: officeDocument.$id,
        organisationName: longInstitute,
        markedAt: at,
        total: 41,
        classes: 60,
        flaggedAt: null,
        mayDispute: 'not-me',
        ruling,
      },
    ],
  },
  'GET /reports/own': {
    ...standing,
    organisation: { id: officeDocument.$id, name: longInstitute },
    joinedAt: at,
    history,
  },
  'GET /groups/:groupId/reports/sessions': { total: 1, sessions: [session] },
  'GET /groups/:groupId/reports/attendance-over-time': {
    points: [],
    sessionsPerPoint: 1,
    students: { total: 2345, below75: 1234 },
  },
  'GET /reports/students': { total: 1, endedSessions: 60, students: [{ ...student, ...standing }] },
  'GET /reports/students/:studentId/report': { student: { ...student, ...standing }, history },
  'GET /sessions/:sessionId': {
    kind: 'whole',
    session: {
      id: sessionId,
      publicId: 'GWPK7MQ234',
      number: 128,
      startedAt: at,
      endsAt: at + 3_600_000,
      ways: ['screen', 'room-code'],
      isOver: true,
    },
    counts: { members: 2345, marked: 1234, screen: 234, roomCode: 876, hand: 124, withdrawn: 56 },
    network: { largest: 812, of: 876 },
    headCount: { counted: 1230, countedAt: at },
    draws: [
      {
        studentId: student.id,
        personId: 'person',
        name: longStudent.name,
        rollNumber: longPerson.rollNumber,
        drawnAt: at,
        here: null,
      },
      {
        studentId: 'other',
        personId: 'other',
        name: longStudent.name,
        rollNumber: longPerson.rollNumber,
        drawnAt: at,
        here: false,
      },
    ],
    drawUntil: at + 4_200_000,
    handUntil: at + 90_000_000,
    total: 2,
    rows: [
      {
        studentId: student.id,
        personId: 'person',
        name: longStudent.name,
        rollNumber: longPerson.rollNumber,
        mark: {
          markedAt: at,
          way: 'hand',
          isSigned: true,
          flags: ['backup-changed', 'two-browsers', 'other-browser-active'],
          isWithdrawn: false,
          reason,
        },
      },
      { studentId: 'other', personId: 'other', name: longStudent.name, rollNumber: longPerson.rollNumber, mark: null },
    ],
    serverTime: at + 3_660_000,
  },
  'GET /reports/sessions/:sessionId': {
    session,
    total: 1,
    rows: [{ ...student, personId: 'person', presence: 'present', mark }],
  },
} as const
