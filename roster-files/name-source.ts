import { maxSourceLength } from '#contract/import-rules.ts'
import type { Bundle } from './open-bundle.ts'

/**
 * What the files of a bundle come from, as in 'OneRoster, school 4711'; of several schools without them. It is stored, so it
 * is the same in every language.
 */
export function nameSource({ has, lines }: Bundle): string {
  const isFirstSync = has('school.csv') || has('section.csv') || has('student.csv')
  // The manifest is OneRoster's alone; the newer School Data Sync has its roles in a file.
  const isSync = isFirstSync || (has('roles.csv') && !has('manifest.csv'))
  const schools = isFirstSync
    ? lines('school.csv').map((line) => line.cell('sisid', 'dfenumber', 'schooldfenumber'))
    : lines('orgs.csv')
        .filter((line) => ['', 'school'].includes(line.cell('type').toLowerCase()))
        .map((line) => line.cell('identifier') || line.cell('sourcedid'))
  const [school = '', ...others] = new Set(schools)
  const kind = isSync ? 'School Data Sync' : 'OneRoster'
  return school === '' || others.length > 0 ? kind : `${kind}, school ${school}`.slice(0, maxSourceLength)
}
