import { expect, test } from 'vitest'
import { readInWorker } from './read-in-worker.ts'

const never = new AbortController().signal

test('a list is read in a worker', async () => {
  const file = new File(['Roll;Name\n0007;"Mehta, Asha"\n'], 'list.csv')
  expect(await readInWorker([file], {}, never)).toMatchObject({
    table: 'list.csv',
    rows: [{ line: 2, cells: ['0007', 'Mehta, Asha'] }],
  })
})

test('what cannot be read is an answer, too', async () => {
  const old = new File([Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0])], 'list.xls')
  expect(await readInWorker([old], {}, never)).toEqual({ problem: 'old-workbook' })
})

test('a reading that is given up ends', async () => {
  const leave = new AbortController()
  const reading = readInWorker([new File(['Roll\n7\n'], 'list.csv')], {}, leave.signal)
  leave.abort(new Error('left'))
  await expect(reading).rejects.toThrow('left')
})
