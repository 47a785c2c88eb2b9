import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { appwriteCalls } from '#contract/appwrite-calls.ts'
import { productCalls } from '#contract/product-calls.ts'
import { staffRoles } from '#contract/staff-rights.ts'
import { closedAnswers, expectedCell, expectedStepUps } from '#testing/expected-permissions.ts'
import { contextOfKind } from '#testing/make-context.ts'
import { type Act, type ActRow, acts, type UpdateAct } from './acts.ts'
import { type CallerKind, callerKinds } from './callers.ts'
import { deleteProfile } from './client-calls/delete-profile.ts'
import { updateOrganisation, updateStudent } from './client-calls/update-profile.ts'
import { enter, limitsOf } from './doors.ts'
import type { RateLimiter } from './limits/rate-limiter.ts'
import { Problem } from './problem.ts'
import type { RequestContext } from './request-context.ts'

/**
 * Every request enters the door of its call before its use case reads or writes anything (rules §4). The compiler holds that a use case
 * with a door has one; the tests here hold what the compiler cannot see.
 */

const everyAct = Object.keys(acts) as Act[]
const updates = everyAct.filter((act): act is UpdateAct => act.includes('.update.'))
const deletions = ['organisations.delete', 'students.delete'] as const

class Touched extends Error {}

const touchy = new Proxy(
  {},
  {
    get(_target, name) {
      throw new Touched(String(name))
    },
  },
)

/** `counted`: collects the names of the limits that count the request. */
function contextOf(kind: CallerKind, counted: string[] = []): RequestContext {
  const note = async ({ name }: { readonly name: string }) => void counted.push(name)
  return contextOfKind(kind, {
    limiter: { count: note, check: note, look: note, miss: touchy, attempt: touchy } as unknown as RateLimiter,
    auditBudget: touchy as RequestContext['auditBudget'],
  })
}

/** The refusal of rules §4 for this caller; undefined where the act is open. */
function expectedRefusal(act: Act, kind: CallerKind): object | undefined {
  const cell = expectedCell(act, kind)
  return cell === 'yes' ? undefined : closedAnswers[cell]
}

/** Tries an act on another's document. `isSeen`: whether its store finds it; each other use of a store is an error. */
type Try = (context: RequestContext, isSeen: boolean) => Promise<unknown>

const updating =
  (update: typeof updateOrganisation | typeof updateStudent, change: object): Try =>
  async (context, isSeen) =>
    update(depsThatSee(isSeen) as never, await enter(updates, context), 'another', change as never)

const onDocuments: readonly (readonly [act: Act, run: Try])[] = [
  ['organisations.update.email', updating(updateOrganisation, { email: 'own@x.example' })],
  ['organisations.update.phoneNumber', updating(updateOrganisation, { phoneNumber: '080 7654321' })],
  ['organisations.update.phoneNumber', updating(updateOrganisation, { permissions: [] })],
  ['organisations.update.classes', updating(updateOrganisation, { classes: 1 })],
  ['students.update.email', updating(updateStudent, { email: 'own@x.example' })],
  ['students.update.phoneNumber', updating(updateStudent, { phoneNumber: '080 7654321' })],
  ['students.update.phoneNumber', updating(updateStudent, { permissions: [] })],
  ['students.update.organisation', updating(updateStudent, { organisation: ['id'] })],
  ['students.update.attendance', updating(updateStudent, { attendance: 'unreadable' })],
  ...(['organisations', 'students'] as const).map((collection): readonly [Act, Try] => [
    `${collection}.delete`,
    async (context, isSeen) =>
      deleteProfile(depsThatSee(isSeen) as never, await enter(deletions, context), collection, 'another'),
  ]),
]

/** Dependencies that tell whether a document is visible, and throw when anything else is used. */
function depsThatSee(isVisible: boolean): object {
  const only = (store: object) =>
    new Proxy(store, { get: (target, name) => Reflect.get(target, name) ?? Reflect.get(touchy, name) })
  const find = async () => (isVisible ? {} : undefined)
  return { random: touchy, storage: only({ organisations: only({ find }), memberships: only({ find }) }) }
}

async function refusalOf(run: () => Promise<unknown>): Promise<unknown> {
  try {
    await run()
    return 'let in'
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { status: error.status, type: error.type, message: error.message }
  }
}

const notFound = { status: 404, type: 'document_not_found' }

describe('a door', () => {
  test.each(callerKinds)(
    'refuses %s as the table says, before it reads or counts anything, and counts else once',
    async (kind) => {
      for (const act of everyAct) {
        const counted: string[] = []
        const context = contextOf(kind, counted)
        const refusal = expectedRefusal(act, kind)
        expect([act, await refusalOf(() => enter(act, context))]).toEqual([act, refusal ?? 'let in'])
        expect([act, counted]).toEqual([act, refusal ? [] : limitsOf(act, context).map(({ name }) => name)])
      }
    },
  )

  test('of several acts is open to who may do one of them', async () => {
    expect(await refusalOf(() => enter(deletions, contextOf('STD')))).toBe('let in')
    expect(await refusalOf(() => enter(deletions, contextOf('guest')))).toEqual(closedAnswers['log in'])
  })

  test.each(callerKinds)(
    'refuses %s an act on another’s document after one look whether it is visible',
    async (kind) => {
      for (const [act, run] of onDocuments) {
        const refusal = expectedRefusal(act, kind)
        if (!refusal) continue
        const behind: readonly Act[] = act.includes('.update.') ? updates : deletions
        const isDoorClosed = behind.every((one) => expectedRefusal(one, kind))
        for (const isVisible of [true, false]) {
          // No student sees another student.
          const isSeen = isVisible && !(act.startsWith('students.') && kind === 'STD')
          // Who may do none of them is refused as the first of them refuses, and no store is asked.
          const first = expectedRefusal(behind[0] as Act, kind)
          const outcome = await refusalOf(() => run(contextOf(kind), isVisible))
          expect([act, isVisible, outcome]).toMatchObject([
            act,
            isVisible,
            isDoorClosed ? first : isSeen ? refusal : notFound,
          ])
        }
      }
    },
  )

  test('every act is one of a call, or of the live connection', () => {
    const ofCalls = [appwriteCalls, productCalls].flatMap((list) =>
      Object.values(list).flatMap(({ act }) => act as Act | Act[]),
    )
    const ofSockets = everyAct.filter((act) => /^(realtime|channels)\./.test(act))
    expect(everyAct.filter((act) => !ofCalls.includes(act) && !ofSockets.includes(act))).toEqual([])
  })
})

type DomainFunction = {
  readonly name: string
  readonly file: string
  readonly acts: readonly Act[] | undefined
  readonly body: string
}

/** The exported async functions of the domain, by their text. `acts`: of the door that they take. */
const domainFunctions = globSync('**/*.ts', { cwd: import.meta.dirname })
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file): DomainFunction[] => {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8')
    const functions = [...text.matchAll(/^export async function (\w+)[\s\S]*?^}$/gm)]
    return functions.map(([body, name = '']) => ({ name, file, acts: actsOfDoor(body), body }))
  })

function actsOfDoor(body: string): readonly Act[] | undefined {
  const door = /^ {2}_?door: Door<([^>]*)>|[(, ]door: Door<([^>]*)>/m.exec(body.slice(0, body.indexOf(' {\n')))
  if (!door) return undefined
  const named = [...(door[1] ?? door[2] ?? '').matchAll(/'([\w.-]+)'/g)].map(([, act]) => act as Act)
  return named.filter((act) => act in acts)
}

const useCases = domainFunctions.flatMap((one) => (one.acts && one.acts.length > 0 ? [{ ...one, acts: one.acts }] : []))

describe('every use case', () => {
  test('asks its door for the step-up that its act needs', () => {
    const owing = useCases.filter((one) => one.acts.every((act) => act in expectedStepUps))
    expect(owing.length).toBeGreaterThan(35)
    expect(owing.filter(({ body }) => !asksForStepUp(body)).map(({ name }) => name)).toEqual([])
    expect(asksForStepUp('async (deps, door) => door.actor')).toBe(false)
  })

  test('of institutes alone takes no account for the institute', () => {
    const ofInstitutes = useCases.filter((one) => one.acts.every(isOfInstitutes))
    expect(ofInstitutes.length).toBeGreaterThan(90)
    // They are of the login itself.
    expect(ofInstitutes.filter(({ body }) => namesAccount(body)).map(({ name }) => name)).toEqual(['makeRecoveryCodes'])
    expect(namesAccount('door.caller.account.id')).toBe(true)
  })

  test('that the protocol layer calls takes a door', () => {
    const withDoor = new Set(domainFunctions.filter((one) => one.acts).map(({ name }) => name))
    expect(importsOfTheWire().filter((name) => !withDoor.has(name) && !(name in withoutDoor))).toEqual([])
  })
})

/** The other async functions that the protocol layer takes from the domain, each with the reason why it needs no door. */
const withoutDoor: Readonly<Record<string, string>> = {
  enter: 'is the door',
  choose: 'is the door, too',
  connectRealtime: 'enters by itself: a socket is no call',
  listenToChannel: 'enters by itself: a socket is no call',
  authenticate: 'finds out who calls',
  authenticateScreen: 'finds out which screen calls',
  authenticateDayPass: 'finds out which day pass calls',
  recordRefusal: 'writes down that a call was refused',
}

test('kinds of callers are compared only beside the table, and where a caller’s own data is recognised', () => {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'))
  const naming = (pattern: RegExp) =>
    files.filter((file) => pattern.test(readFileSync(join(import.meta.dirname, file), 'utf8'))).sort()
  expect(naming(/'ORG2'/)).toEqual(['acts.ts', 'callers.ts', 'permissions.ts'])
  expect(naming(/import \{[^}]*\bcallerKindOf\b[^}]*\} from '[^']*\/callers\.ts'/)).toEqual([
    'marks/offer-by-room-code.ts',
    'permissions.ts',
    'profiles/read-organisations.ts',
    'profiles/read-students.ts',
  ])
})

function isOfInstitutes(act: Act): boolean {
  const { who }: ActRow = acts[act]
  return who.every((one) => one === 'ORG' || one === 'screen' || staffRoles.some((role) => role === one))
}

function namesAccount(body: string): boolean {
  return /\baccount\b/.test(body)
}

function asksForStepUp(body: string): boolean {
  return /\bdoor\.(?:stepUp|stepUpAtDesk|stepUpIf|findStepUp)\(|\bconfirmed\(door, /.test(body)
}

/** The names of the exported async functions of the domain that the protocol layer imports. */
function importsOfTheWire(): string[] {
  const wire = join(import.meta.dirname, '../protocol')
  const names = new Set<string>()
  for (const file of globSync('**/*.ts', { cwd: wire })) {
    if (file.endsWith('.test.ts')) continue
    const text = readFileSync(join(wire, file), 'utf8')
    for (const [, imported = '', from = ''] of text.matchAll(/^import \{([^}]*)\} from '([^']*\/domain\/[^']*)'/gm)) {
      const path = join(dirname(join(wire, file)), from)
      for (const name of imported.split(',').map((one) => one.trim())) {
        if (domainFunctions.some((one) => one.name === name && join(import.meta.dirname, one.file) === path))
          names.add(name)
      }
    }
  }
  return [...names].sort()
}
