import { expect, test } from 'vitest'
import { productCalls as contract } from '#contract/product-calls.ts'
import type { Call } from '../http/call.ts'
import { exportCalls } from './export-calls.ts'
import { productCalls } from './product-calls.ts'
import { receiptCalls } from './receipt-calls.ts'
import { reportCalls } from './report-calls.ts'

const served = [...productCalls, ...receiptCalls, ...reportCalls, ...exportCalls]
const namesOf = ({ method, path }: Call) => [path].flat().map((one) => `${method} ${one}`)

test('the contract names every call of the product, and no other', () => {
  expect(new Set(served.flatMap(namesOf))).toEqual(new Set(Object.keys(contract)))
})

test('a call takes a body exactly where the contract says what is in it', () => {
  const takesBody = served.filter(({ readsBody }) => readsBody).flatMap(namesOf)
  const hasInput = Object.entries(contract).filter(([, call]) => 'input' in call)
  expect(new Set(takesBody)).toEqual(new Set(hasInput.map(([name]) => name)))
})
