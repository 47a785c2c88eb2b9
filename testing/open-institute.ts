import type { RosterQuery } from '#contract/report-queries.ts'
import type { RosterPage } from '#contract/roster.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import type { Factor } from '#server/domain/accounts/stores.ts'
import type { Deps } from '#server/domain/deps.ts'
import { enter } from '#server/domain/doors.ts'
import { joinInstitute } from '#server/domain/institutes/join-institute.ts'
import type { RequestContext } from '#server/domain/request-context.ts'
import { addPerson, listPeople } from '#server/domain/roster/people.ts'
import type { OpenStorage } from '#server/storage/opened-storage.ts'
import { checkInvariants } from './check-invariants.ts'
import type { Engine } from './create-database.ts'
import { makeCaller, makeContext } from './make-context.ts'
import { createTestStorage, makeAccount, type TestStorage } from './open-test-storage.ts'
import { rosterFields } from './roster-person.ts'

const contact = { phoneNumber: '12345678', permissions: [], createdAt: 1, updatedAt: 1 }
const address = { addressLine1: 'Street', addressLine2: '', state: 'State', city: 'City' }

type StudentChoices = { readonly email?: string; readonly isEmailVerified?: boolean }

/** A database with institutes, for rules of the roster that need no server. */
export type OpenInstitute = {
  readonly storages: TestStorage
  readonly storage: OpenStorage
  /** A password costs no time there. */
  readonly deps: { readonly storage: OpenStorage } & Pick<Deps, 'random' | 'hasher'>
  /** The own login of an institute, that has just given these. By default the password alone. */
  readonly office: (factors?: readonly Factor[], id?: string) => Promise<RequestContext>
  /** A student with a finished registration, in no institute. */
  readonly addStudent: (id: string, rollNumber: string, choices?: StudentChoices) => Promise<void>
  /** The office adds a person to the roster by hand; returns the id. An empty email is none. */
  readonly addPerson: (rollNumber: string, email?: string) => Promise<string>
  /** The roster as the office reads it; by default the first fifty of all. */
  readonly listPeople: (query?: Partial<RosterQuery>) => Promise<RosterPage>
  /** The student becomes a member of `institute`. */
  readonly join: (id: string, rollNumber: string) => Promise<void>
  /** Throws if the data does not fit together. */
  readonly close: () => Promise<void>
}

/** `ids`: of the institutes. */
export async function openInstitute(engine: Engine, ids: readonly string[] = ['institute']): Promise<OpenInstitute> {
  const storages = await createTestStorage(engine)
  const storage = await storages.open()
  for (const id of ids) {
    await storage.accounts.insert(makeAccount(id, { label: 'ORG', hasProfile: true, isEmailVerified: true }))
    await storage.organisations.insert({ id, name: id, email: `${id}@Example.org`, ...contact, ...address })
  }
  const hasher: Deps['hasher'] = {
    hash: async (text) => `hash of ${text}`,
    verify: async () => true,
    isOutdated: () => false,
  }
  const deps = { storage, random: systemRandom, hasher }
  const office: OpenInstitute['office'] = async (factors = ['password'], id = 'institute') =>
    makeContext({ caller: makeCaller(id, 'ORG', { factors, authenticatedAt: await storage.now() }) })
  return {
    storages,
    storage,
    deps,
    office,
    addPerson: async (rollNumber, email) =>
      (await addPerson(deps, await enter('people.add', await office()), rosterFields(rollNumber, email))).id,
    listPeople: async (query) =>
      listPeople(deps, await enter('people.view', await office()), {
        show: 'all',
        search: '',
        limit: 50,
        offset: 0,
        ...query,
      }),
    async addStudent(id, rollNumber, { email = `${id}@college.example`, isEmailVerified = true } = {}) {
      const registered = { label: 'STD', hasProfile: true, isEmailVerified, email, emailCanonical: email } as const
      await storage.accounts.insert(makeAccount(id, registered))
      await storage.students.insert({ id, email, ...contact, firstName: 'Own', lastName: 'Name', rollNumber })
    },
    async join(id, rollNumber) {
      await storage.transaction((stores) => joinInstitute(stores, makeContext(), 'institute', { id, rollNumber }))
    },
    async close() {
      await checkInvariants(storages.database, storages.clock.now())
      await storages.close()
    },
  }
}
