import type { StaffActs } from '#contract/staff.ts'
import type { Stores } from '../ports.ts'
import { wholeOf } from '../whole-group.ts'
import { type AboutOf, actSubjects, actsOfPeople, thingOf } from './acts-of-people.ts'
import type { ActSubject, KeptAct, NamedSubject, Staff } from './stores.ts'

type Named = Omit<StaffActs['acts'][number], 'id' | 'at' | 'act'>
type About = NonNullable<Named['about']>[number]

/** What an act was about, by its ids. */
type Ids = { readonly [Kind in ActSubject | 'colleague']?: string | undefined }

/** Those that stand in fields of their own. */
const namedApart: readonly ActSubject[] = ['student', 'person', 'course', 'session']
const plainKinds = actSubjects.filter((kind) => !namedApart.includes(kind))

/**
 * Reads what a page of acts was about: one query for each kind of thing. What is not there any more has no name.
 *
 * @param people all rows of those who act or acted for the institute.
 */
export async function nameActs(
  { staff }: { readonly staff: Pick<Stores['staff'], 'nameSubjects'> },
  organisationId: string,
  people: readonly Staff[],
  acts: readonly KeptAct[],
): Promise<(act: KeptAct) => Named> {
  const found = new Map<ActSubject, ReadonlyMap<string, NamedSubject>>()
  const look = (ids: Ids, kind: ActSubject) => found.get(kind)?.get(ids[kind] ?? '')
  const read = async (kind: ActSubject, ids: readonly (string | undefined)[]) => {
    const wanted = new Set(ids.filter((id) => id !== undefined))
    found.set(kind, await staff.nameSubjects(organisationId, kind, [...wanted]))
  }
  const all = acts.map(idsOf)
  for (const kind of actSubjects) {
    if (kind !== 'course')
      await read(
        kind,
        all.map((ids) => ids[kind]),
      )
  }
  // The facts of some acts have no more than the session, which knows its course.
  const courseOf = (ids: Ids) => look(ids, 'session')?.groupId ?? ids.course
  await read('course', all.map(courseOf))
  return (act) => {
    const ids = { ...idsOf(act), course: courseOf(idsOf(act)) }
    const about: About[] = []
    const person = look(ids, 'student') ?? look(ids, 'person')
    const session = nameSession(act, ids, look(ids, 'session'))
    const course = ids.course === wholeOf(organisationId) ? null : nameCourse(ids.course, look(ids, 'course'))
    if (!person && (ids.student ?? ids.person) !== undefined) about.push({ kind: 'person', name: null })
    if (!session && ids.session !== undefined) about.push({ kind: 'session', name: null })
    if (course === undefined && ids.course !== undefined) about.push({ kind: 'course', name: null })
    if (ids.colleague !== undefined) about.push(nameColleague(ids.colleague, act.at, organisationId, people))
    for (const kind of plainKinds) {
      if (ids[kind] !== undefined) about.push({ kind: thingOf[kind], name: look(ids, kind)?.name ?? null })
    }
    return {
      ...(session && { session }),
      // Without a name, the roll number is what is left.
      ...(person && { student: person.name || person.code, rollNumber: person.code }),
      ...(course !== undefined && { course }),
      ...(about.length > 0 && { about }),
    }
  }
}

function idsOf({ action, subject, facts: { sessionId, groupId, report, rows } }: KeptAct): Ids {
  const roomId = rows?.attendanceSessions?.[0]?.roomId
  const kind = whatIsNamed(actsOfPeople[action], report)
  return {
    ...(sessionId !== undefined && { session: sessionId }),
    ...(groupId !== undefined && { course: groupId }),
    ...(roomId && { room: roomId }),
    ...(subject !== null && kind && { [kind]: subject }),
  }
}

function whatIsNamed(about: AboutOf, report: string | undefined): keyof Ids | undefined {
  if (about === 'nothing') return undefined
  if (about !== 'report') return about
  if (report === 'student') return 'student'
  if (report === 'session-sheet') return 'session'
  return report === 'course-register' ? 'course' : undefined
}

/** As the log has its number: one that was taken back has lost it. */
function nameSession({ facts }: KeptAct, { session: id }: Ids, kept: NamedSubject | undefined): Named['session'] {
  const number = facts.number ?? kept?.number
  return id === undefined || number === undefined || number < 0 ? undefined : { id, number }
}

function nameCourse(id: string | undefined, kept: NamedSubject | undefined): Named['course'] {
  return id === undefined || !kept ? undefined : { id, code: kept.code, title: kept.name }
}

/** As the person was called then. */
function nameColleague(accountId: string, at: number, organisationId: string, people: readonly Staff[]): About {
  if (accountId === organisationId) return { kind: 'own-login', name: null }
  const rows = people.filter((one) => one.accountId === accountId)
  const then = rows.find(({ since, until }) => since <= at && at < (until ?? at + 1)) ?? rows.at(-1)
  return { kind: 'colleague', name: then?.name ?? null }
}
