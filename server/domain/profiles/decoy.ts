import { createHmac } from 'node:crypto'
import { type Collection, codeAlphabet, codeLength } from '#contract/identifiers.ts'

/**
 * Profiles that are not there, for addresses that look up too much (security §4). A decoy's id looks like any id, is the
 * same each time for the same email, and is known again by its last characters, which depend on the others and the key:
 * so an organisation's decoy has a name, too, when a guest asks whose code it is, and nothing is stored.
 */

const markLength = 3

export function makeDecoyId(key: string, collection: Collection, canonicalEmail: string): string {
  const head = toCode(digest(key, `${collection} ${canonicalEmail}`), codeLength - markLength)
  return head + markOf(key, collection, head)
}

/** What a guest is told of the organisation behind a decoy's id; undefined for ids that are none. */
export function nameDecoy(key: string, id: string): string | undefined {
  const head = id.slice(0, codeLength - markLength)
  if (id !== head + markOf(key, 'organisations', head)) return undefined
  const bytes = digest(key, `name ${id}`)
  return `${places[Number(bytes % BigInt(places.length))]} ${kinds[Number((bytes >> 64n) % BigInt(kinds.length))]}`
}

function markOf(key: string, collection: Collection, head: string): string {
  return toCode(digest(key, `mark of ${collection} ${head}`), markLength)
}

function digest(key: string, text: string): bigint {
  return BigInt(`0x${createHmac('sha256', key).update(text).digest('hex')}`)
}

/** From a number as large as this each character comes as often as any other, as in codes that chance makes. */
function toCode(number: bigint, length: number): string {
  const base = BigInt(codeAlphabet.length)
  return Array.from({ length }, (_, place) => codeAlphabet[Number((number / base ** BigInt(place)) % base)]).join('')
}

const places = [
  'Ashford',
  'Bhavani',
  'Chandragiri',
  'Devgad',
  'Eastfield',
  'Ganga',
  'Godavari',
  'Greenhill',
  'Indira',
  'Jyoti',
  'Kalyani',
  'Krishna',
  'Lakeside',
  'Mahatma',
  'Narmada',
  'National',
  'Northgate',
  'Pragati',
  'Riverside',
  'Sarasvati',
  'Shanti',
  'Sunrise',
  'Tagore',
  'Vidya',
] as const

const kinds = [
  'Academy',
  'College',
  'College of Arts',
  'College of Engineering',
  'High School',
  'Institute',
  'Institute of Technology',
  'Polytechnic',
  'Public School',
  'School',
] as const
