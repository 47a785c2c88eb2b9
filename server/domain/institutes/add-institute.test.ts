import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import { type OpenInstitute, openInstitute } from '#testing/open-institute.ts'
import { updateStudent } from '../client-calls/update-profile.ts'
import { enter } from '../doors.ts'

describe.each(engines)('a student who adds a second institute on %s', (engine) => {
  let world: OpenInstitute

  beforeEach(async () => {
    world = await openInstitute(engine, ['institute', 'elsewhere'])
    await world.addStudent('hari', '3')
    await world.join('hari', '3')
    await world.addStudent('ila', '3')
    await add('ila', ['elsewhere'])
  })
  afterEach(() => world.close())

  async function add(id: string, organisation: readonly string[], rollNumber?: string) {
    const caller = makeCaller(id, 'STD', {}, { emailCanonical: `${id}@college.example`, isEmailVerified: true })
    const door = await enter('students.update.organisation', makeContext({ caller }))
    const wanted = { organisation: [...organisation], ...(rollNumber !== undefined && { rollNumber }) }
    return updateStudent(world.deps, door, id, wanted)
  }
  const both = ['institute', 'elsewhere']
  const numbersOf = async (id: string) => {
    const { memberships, students } = world.storage
    const places = await Promise.all(both.map((organisationId) => memberships.findPlace(organisationId, id)))
    return [(await students.find(id))?.rollNumber, ...places.map((place) => place?.rollNumber)]
  }

  test('has a number in each, where the own one is another student’s there', async () => {
    await expect(add('hari', both)).rejects.toMatchObject({ type: 'document_unique_constraint_violation' })
    expect(await numbersOf('hari')).toEqual(['3', '3', undefined])
    const view = await add('hari', both, 'E-8')
    expect(view).toMatchObject({ shown: { rollNumber: '3' } })
    expect(await numbersOf('hari')).toEqual(['3', '3', 'E-8'])
    expect(await numbersOf('ila')).toEqual(['3', undefined, '3'])
  })

  test('takes no number that a verified student has, in whatever case it is written', async () => {
    await world.addStudent('jai', 'e-8')
    await add('jai', ['elsewhere'])
    await expect(add('hari', both, 'E-8')).rejects.toMatchObject({ type: 'document_unique_constraint_violation' })
    expect(await numbersOf('hari')).toEqual(['3', '3', undefined])
  })

  test('is known by it alone where it is the only institute', async () => {
    await world.addStudent('jai', '3')
    await add('jai', ['elsewhere'], 'E-9')
    expect(await numbersOf('jai')).toEqual(['E-9', undefined, 'E-9'])
  })
})
