import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** What only institutes see: there, ids in addresses and keys are the institute's (decision 48). */
const ofInstitutes =
  'web/{screens/{organisation-dashboard,mark-attendance,attendance-sheet,join-poster,settings,reports,imports},parts/{open-disputes,attendance-session,attendance-sheet,rulings,members,institute-settings}}/**/*.{ts,tsx}'

const project = join(import.meta.dirname, '..')
const files = globSync(ofInstitutes, { cwd: project }).filter((file) => !file.includes('.test.'))
const naming = (hook: RegExp) => files.filter((file) => hook.test(readFileSync(join(project, file), 'utf8')))

test('no screen of institutes takes the account for the institute', () => {
  expect(naming(/\buseAccount\(/)).toEqual([])
  // They are read, and use the other hook.
  expect(naming(/\buseInstitute\(/).length).toBeGreaterThan(20)
})
