import { type Fact, type FactOf, type Group, type Rules, rules as theRules, type Who, type Word } from './facts.ts'

/** The numbers that follow from the facts, one fact after the other, with none of the product's own functions. */

const minute = 60_000

/** What holds of one person in one session. `word`: 'closed' after closing, null where nothing was said. */
type Held = {
  readonly word: Word | 'closed' | null
  readonly isRollAbsence: boolean
  readonly hasMark: boolean
}
export type CountedSession = {
  readonly id: string
  readonly number: number
  readonly isRunning: boolean
  readonly isNotTaken: boolean
  readonly counts: boolean
  readonly here: number
  readonly expected: number
  readonly guests: number
  readonly closed: number
  /** Of marks in a class: those that were withdrawn; who has gone is not on the sheet with it. */
  readonly withdrawn: readonly Who[]
  /** Of who is on the sheet; 'W' of a withdrawn mark in a class. */
  readonly letters: ReadonlyMap<Who, string>
}
export type CountedPerson = {
  /** One for each session. */
  readonly letters: string
  /** The letters of the sessions that count. */
  readonly counting: string
  readonly points: number
  readonly counted: number
  readonly percent: number | null
  /** Who counts among the people of the course. */
  readonly isEnrolled: boolean
  readonly wasEnrolled: boolean
}
export type Recount = ReturnType<typeof recount>

/** `now`: epoch ms. */
export function recount(facts: readonly Fact[], now: number, rules: Rules = theRules) {
  const all = <Did extends Fact['did']>(did: Did) => facts.filter((fact): fact is FactOf<Did> => fact.did === did)
  const begins = all('begin')
  const endOf = ({ session, endsAt }: FactOf<'begin'>) =>
    all('end').find((fact) => fact.session === session)?.at ?? endsAt
  const isOver = (begin: FactOf<'begin'>) => now >= endOf(begin)
  const everyone = [...new Set(facts.flatMap((fact) => ('who' in fact ? fact.who : [])))]
  const sessionsOf = (group: Group) => begins.filter((begin) => begin.group === group)
  const saidOf = ({ session }: FactOf<'begin'>) =>
    all('say').findLast((fact) => fact.session === session)?.word ?? 'held'
  const excusedIn = (group: Group) => all('policy').findLast((fact) => fact.group === group)?.excused ?? 'left-out'

  function held(begin: FactOf<'begin'>, who: Who): Held {
    let word: Held['word'] = null
    let isRollAbsence = false
    let hasMark = false
    for (const fact of facts) {
      if (!('session' in fact && 'who' in fact) || fact.session !== begin.session || fact.who !== who) continue
      if (fact.did === 'rule') {
        word = fact.word
        isRollAbsence = fact.byRoll && fact.word === 'absent'
      } else {
        hasMark = true
        if (word !== null && !isRollAbsence) continue
        word = fact.byHand || begin.group === 'class' ? 'present' : readClock((fact.at - begin.at) / minute)
        isRollAbsence = false
      }
    }
    return { word, isRollAbsence, hasMark }
  }

  /** The times in which the person was in the group. */
  function timesOf(group: Group, who: Who) {
    const times: { from: number; to: number; countsFrom: number }[] = []
    for (const fact of facts) {
      if (!('group' in fact && 'who' in fact) || fact.group !== group || fact.who !== who) continue
      if (fact.did === 'come') times.push({ from: fact.at, to: Number.POSITIVE_INFINITY, countsFrom: fact.countsFrom })
      else times.push({ ...(times.pop() ?? fail()), to: fact.at })
    }
    return times
  }

  function place(begin: FactOf<'begin'>, who: Who): 'off' | 'guest' | 'left-out' | 'sheet' {
    const { word, isRollAbsence } = held(begin, who)
    const end = endOf(begin)
    const times = timesOf(begin.group, who).filter(({ from }) => from < end)
    const last = times.at(-1)
    // A withdrawn mark does not keep who has left on the sheet of a class.
    const isWithdrawn = begin.group === 'class' && word === 'absent'
    const hasWord =
      word !== null &&
      !isWithdrawn &&
      (!isRollAbsence || rules['an absence in a roll call keeps who has gone on the sheet'])
    if (!last) return hasWord ? 'guest' : 'off'
    if (last.to < end && !hasWord) return 'off'
    return word === null && end < last.countsFrom ? 'left-out' : 'sheet'
  }

  const isAnyoneSaid = (begin: FactOf<'begin'>) => everyone.some((who) => held(begin, who).word !== null)

  function counts(begin: FactOf<'begin'>): boolean {
    if (!isOver(begin)) return rules['a running session counts for everyone']
    if (begin.group === 'class') return true
    const said = saidOf(begin)
    if (said === 'cancelled') return rules['a cancelled session counts']
    return isAnyoneSaid(begin) || said === 'no-one-came' || rules['a session that no one took counts']
  }

  function letterOf(begin: FactOf<'begin'>, who: Who): string {
    const at = place(begin, who)
    if (at === 'off') return '-'
    if (at === 'guest') return 'G'
    if (at === 'left-out') return '·'
    const { word, hasMark } = held(begin, who)
    if (begin.group === 'class' && hasMark && word === 'absent') return 'W'
    if (word === null) return counts(begin) ? 'A' : saidOf(begin) === 'cancelled' ? '-' : '?'
    return { present: 'P', late: 'L', 'left-early': 'E', excused: 'X', absent: 'A', closed: 'C' }[word]
  }

  function describe(begin: FactOf<'begin'>): CountedSession {
    const ofAll = everyone.map((who) => ({ who, at: place(begin, who), ...held(begin, who) }))
    const isHere = ({ word, hasMark }: Held) =>
      word === 'present' ||
      word === 'late' ||
      word === 'left-early' ||
      (word === 'closed' && rules['a check-in after closing is here']) ||
      (word === 'absent' && hasMark && rules['a withdrawn mark is here'])
    const guests = ofAll.filter((one) => one.at === 'guest' && isHere(one)).length
    const isExpected = ({ at, word }: (typeof ofAll)[number]) =>
      (at === 'sheet' && (word !== 'excused' || rules['who is excused is expected'])) ||
      (at === 'left-out' && rules['who is left out is expected'])
    return {
      id: begin.session,
      number: sessionsOf(begin.group).indexOf(begin) + 1,
      isRunning: !isOver(begin),
      isNotTaken: isOver(begin) && !isAnyoneSaid(begin) && saidOf(begin) === 'held',
      counts: isOver(begin) && counts(begin),
      here: ofAll.filter((one) => one.at === 'sheet' && isHere(one)).length + (rules['a guest is here'] ? guests : 0),
      expected: ofAll.filter(isExpected).length,
      guests,
      closed: ofAll.filter(({ at, word }) => at === 'sheet' && word === 'closed').length,
      withdrawn: ofAll.flatMap(({ who, hasMark, word }) => (hasMark && word === 'absent' ? who : [])),
      letters: new Map(ofAll.flatMap(({ who, at }) => (at === 'off' ? [] : [[who, letterOf(begin, who)] as const]))),
    }
  }

  /** Where a session counts for this person, while it runs or after it. */
  function countsFor(begin: FactOf<'begin'>, who: Who): boolean {
    if (place(begin, who) !== 'sheet') return false
    const { word, isRollAbsence, hasMark } = held(begin, who)
    const isFirm = begin.group === 'class' ? hasMark : word !== null && !isRollAbsence
    const isEarly = !isOver(begin) && isFirm && !rules['a running session waits for its end']
    return counts(begin) || isEarly
  }

  function person(group: Group, who: Who): CountedPerson {
    const sessions = sessionsOf(group)
    const full = {
      P: 100,
      L: 100,
      E: 100,
      A: 0,
      C: 0,
      X: { 'left-out': null, attended: 100, missed: 0 }[excusedIn(group)],
    }
    const counting = sessions.flatMap((begin) => (countsFor(begin, who) ? letterOf(begin, who) : []))
    const grades = counting.flatMap((letter) => {
      return letter in full ? (full[letter as keyof typeof full] ?? []) : []
    })
    const points = grades.reduce((sum, grade) => sum + grade, 0)
    const times = timesOf(group, who)
    const isEnrolled = times.some(
      ({ from, to }) => from <= now && (to > now || rules['who has left counts among the people']),
    )
    return {
      letters: sessions.map((begin) => letterOf(begin, who)).join(''),
      counting: counting.join(''),
      points,
      counted: grades.length,
      percent: grades.length === 0 ? null : percentOf(points, grades.length),
      isEnrolled,
      wasEnrolled: times.length > 0,
    }
  }

  /** Of points, in hundredths, and how many there could be. */
  const percentOf = (points: number, counted: number) =>
    rules['a percentage is rounded'] ? Math.round((points * 100) / counted) / 100 : cut((points * 100) / counted)

  /** Of a member, by the classes. `shown`: without one that runs in which there is no mark. */
  function standing(who: Who) {
    const classes = sessionsOf('class')
    const presentIn = (some: typeof classes) => some.filter((begin) => held(begin, who).word === 'present').length
    const ended = classes.filter(isOver)
    const waits = (begin: FactOf<'begin'>) =>
      !isOver(begin) &&
      !rules['a running session counts for everyone'] &&
      (!held(begin, who).hasMark || rules['a running session waits for its end'])
    const [total, shown] = [presentIn(classes), classes.length - classes.filter(waits).length]
    const asMember = ended.filter((begin) => place(begin, who) !== 'off').length
    return {
      total,
      classes: classes.length,
      official: { attended: total, counted: classes.length, percent: percentOf100(total, classes.length) },
      shown: { attended: total, counted: shown, percent: percentOf100(total, shown) },
      working: { attended: presentIn(ended), counted: asMember, percent: percentOf100(presentIn(ended), asMember) },
      isMember: timesOf('class', who).some(({ to }) => to > now),
    }
  }

  const percentOf100 = (part: number, of: number) => (of === 0 ? null : percentOf(100 * part, of))

  return {
    percentOf,
    /** What holds of the person in the session; null where nothing was said. */
    wordOf(session: string, who: Who): Held['word'] {
      const begin = begins.find((one) => one.session === session)
      return begin ? held(begin, who).word : null
    },
    standing,
    sessions: (group: Group) => sessionsOf(group).map(describe),
    running: (group: Group) =>
      sessionsOf(group)
        .map(describe)
        .find(({ isRunning }) => isRunning),
    person,
    /** Who is in the register of the group: on it once, or with a word in one of its sessions. */
    people: (group: Group) =>
      everyone.filter(
        (who) => timesOf(group, who).length > 0 || sessionsOf(group).some((begin) => held(begin, who).word !== null),
      ),
  }
}

const readClock = (minutes: number) => (minutes < 10 ? 'present' : minutes < 30 ? 'late' : 'closed')

const cut = (hundredths: number) => Math.floor(hundredths) / 100

function fail(): never {
  throw new Error('who goes was there')
}
