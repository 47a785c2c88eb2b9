import { createHmac } from 'node:crypto'
import { type Collection, codeAlphabet, codeLength } from '#contract/identifiers.ts'

/**
 * Decoys: made-up profiles for addresses with too many failed look-ups (rules §4). A decoy's id looks like any other
 * and is always the same for the same email. Its last characters are computed from the others and the key, so the
 * server recognises it without storing it. That matters when a guest asks whose code it is: then a decoy of an
 * organisation has a name, too.
 */

const markLength = 3

export function makeDecoyId(key: string, collection: Collection, canonicalEmail: string): string {
  const head = toCode(digest(key, `${collection} ${canonicalEmail}`), codeLength - markLength)
  return head + markOf(key, collection, head)
}

/** What a guest gets for the id of an organisation's decoy; undefined for all other ids. */
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

/** The number is so large that each character is equally likely, as in random codes. */
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
