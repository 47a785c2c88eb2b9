import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { insertStaff } from '#testing/insert-staff.ts'
import { type OpenInstitute, openInstitute } from '#testing/open-institute.ts'
import { enter } from '../doors.ts'
import { addCourse } from '../groups/courses.ts'
import { addRoom } from '../groups/rooms.ts'
import { deleteProfile } from './delete-profile.ts'

describe.each(engines)('the profile of an institute on %s', (engine) => {
  let institute: OpenInstitute
  beforeEach(async () => {
    institute = await openInstitute(engine)
  })
  afterEach(() => institute.close())

  const office = () => institute.office()
  const remove = async () =>
    deleteProfile(
      institute.deps,
      await enter(['organisations.delete', 'students.delete'], await office()),
      'organisations',
      'institute',
    )
  const people = { organisationId: 'institute', title: '', role: 'desk', holdsWhole: false } as const
  /** What an institute may have beside its members and classes. */
  const uses: Readonly<Record<string, () => Promise<unknown>>> = {
    'a course': async () =>
      addCourse(institute.deps, await enter('courses.manage', await office()), {
        code: 'A',
        title: 'A',
        kind: 'course',
        department: '',
        term: '',
      }),
    'a room': async () => addRoom(institute.deps, await enter('courses.manage', await office()), { name: 'Hall' }),
    'a person who acts for it': () =>
      insertStaff(institute.storage, { ...people, id: 's', accountId: 'asha', name: 'Asha', since: 1, until: null }),
  }

  test.each(Object.keys(uses))('is kept while there is %s', async (what) => {
    await uses[what]?.()
    await expect(remove()).rejects.toMatchObject({ type: 'document_delete_restricted' })
    expect(await institute.storage.organisations.find('institute')).toBeDefined()
  })

  test('goes with a roster that nothing has used', async () => {
    await institute.addPerson('R1')
    await remove()
    expect(await institute.storage.organisations.find('institute')).toBeUndefined()
  })
})
