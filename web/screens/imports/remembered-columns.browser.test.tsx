import { afterEach, expect, test } from 'vitest'
import { holdColumnChoices } from '../../session/column-choices.ts'
import { applyRemembered, proposeSource, recallColumns, rememberColumns } from './remembered-columns.ts'

const columns = ['Roll No', 'Name', 'Blood'].map((title) => ({ title, isNeverRead: false }))

afterEach(() => localStorage.clear())

test('columns are remembered for an institute, and used for a file that has them all', () => {
  rememberColumns('K7QF3M9T', { columns }, ['rollNumber', 'lastFirst', null], { source: 'ERP', isWanted: true })
  expect(recallColumns('other')).toBeUndefined()
  const kept = recallColumns('K7QF3M9T')
  expect(kept).toEqual({ source: 'ERP', uses: { rollno: 'rollNumber', name: 'lastFirst' } })
  if (!kept) throw new Error('nothing is remembered')
  const next = ['NAME', 'Section', 'roll no.'].map((title) => ({ title, isNeverRead: false }))
  expect(applyRemembered({ columns: next }, kept)).toEqual(['lastFirst', null, 'rollNumber'])
  expect(applyRemembered({ columns: next.slice(1) }, kept)).toBeUndefined()
})

test('they are forgotten when that is wanted', () => {
  rememberColumns('K7QF3M9T', { columns }, ['rollNumber', null, null], { source: 'ERP', isWanted: true })
  rememberColumns('K7QF3M9T', { columns }, ['rollNumber', null, null], { source: 'ERP', isWanted: false })
  expect(recallColumns('K7QF3M9T')).toBeUndefined()
})

test('they are put back after the browser has deleted what the site had stored', () => {
  rememberColumns('K7QF3M9T', { columns }, ['rollNumber', null, null], { source: 'ERP', isWanted: true })
  localStorage.setItem('another', 'secret')
  const putBack = holdColumnChoices()
  localStorage.clear()
  putBack()
  expect(recallColumns('K7QF3M9T')).toMatchObject({ source: 'ERP' })
  expect(localStorage.getItem('another')).toBeNull()
})

test('a bundle names its source, unless the institute has named one by itself', () => {
  const bundle = 'OneRoster, school 4711'
  expect(proposeSource(undefined, bundle, 'Office')).toBe(bundle)
  expect(proposeSource('Office', bundle, 'Office')).toBe(bundle)
  expect(proposeSource('ERP', bundle, 'Office')).toBe('ERP')
  expect(proposeSource(undefined, undefined, 'Office')).toBe('Office')
})
