import type { Act } from '#server/domain/acts.ts'
import { type Door, enter } from '#server/domain/doors.ts'
import type { OpenStorage } from '#server/storage/opened-storage.ts'
import { type CheckInDeps, checkInDeps, contextOf, type Phone } from '#testing/room-world.ts'
import type { Chance } from './chance.ts'
import type { Colleague, CoursePlan } from './course-plans.ts'
import type { CoursePerson } from './fill-session.ts'
import type { Colleagues } from './insert-colleagues.ts'

/** A course while its term is filled; it has no id before it is opened. */
export type Course = CoursePlan & { id: string; readonly enrolled: Set<CoursePerson>; held: number }

export type CourseWorld = {
  readonly storage: OpenStorage
  /** The clock of the storage stands at this time from now on, epoch ms. */
  readonly setClock: (at: number) => void
  readonly origin: string
  readonly organisationId: string
  readonly colleagues: Colleagues
  /** In the order of the plans. */
  readonly people: readonly CoursePerson[]
  readonly chance: Chance
  /** When the term is shown, epoch ms. */
  readonly now: number
}

/** How the colleagues act, each right after a confirmation. */
export type Doors = {
  readonly phoneOf: (who: Colleague) => Promise<Phone>
  readonly as: <const A extends Act>(who: Colleague, act: A) => Promise<Door<A>>
}

export type Term = CourseWorld & Doors & { readonly deps: CheckInDeps }

export function openTerm(world: CourseWorld): Term {
  const { storage, origin, colleagues } = world
  const relyingParty = { id: new URL(origin).hostname, name: 'Rollkey', origin }
  return { ...world, ...openDoors(storage, colleagues), deps: { ...checkInDeps(storage), relyingParty } }
}

export function openDoors(storage: Pick<OpenStorage, 'now'>, colleagues: Colleagues): Doors {
  const phoneOf = async (who: Colleague): Promise<Phone> => {
    const { staff } = colleagues[who]
    const authenticatedAt = await storage.now()
    return { staff, caller: { id: staff.accountId, label: 'STD', sessionId: 'filled-in', authenticatedAt } }
  }
  return { phoneOf, as: async (who, act) => enter(act, contextOf(await phoneOf(who))) }
}
