import { expect, test } from 'vitest'
import { isNamedTimeZone } from '#contract/time-zones.ts'
import { listTimeZones, nameTimeZone } from './list-time-zones.ts'

test('every zone that is offered can be chosen', () => {
  const zones = listTimeZones()
  expect(zones.length).toBeGreaterThan(300)
  expect(zones.filter((zone) => !isNamedTimeZone(zone))).toEqual([])
})

test('a zone has its name of today', () => {
  expect(nameTimeZone('Asia/Calcutta')).toBe('Asia/Kolkata')
  expect(nameTimeZone('Europe/Paris')).toBe('Europe/Paris')
  expect(listTimeZones()).toContain('Asia/Kolkata')
})
