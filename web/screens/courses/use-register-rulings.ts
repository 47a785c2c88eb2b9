import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type CellStatus, cellLetters } from '#contract/course-cells.ts'
import type { CourseRegister, RegisterPerson, RuledCell } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { statusOfLetter } from '#contract/register-numbers.ts'
import { cutToReason } from '#contract/text-fields.ts'
import { useActs } from '../../kit/use-act.ts'
import { useTextsOf } from '../../language/texts.ts'
import { ifRuledMeanwhile } from '../../parts/rulings/if-ruled-meanwhile.ts'

/** A cell by its person and session: rows and columns come and go while a register is open. */
export type CellIds = { readonly personId: string; readonly sessionId: string }

/** A decision that can be taken back by what stood before it. */
type Done = { readonly cell: CellIds; readonly before: CellStatus; readonly reason: string }

type Second = CellIds & { readonly status: CellStatus; readonly seen: number }

const nameOf = ({ sessionId, personId }: CellIds) => `${sessionId} ${personId}`

/**
 * Decides about cells of a register. Each letter shows at once; those of one cell are sent one after the other. The
 * answer is put into the register, so nothing is read again. `onSecond`: another person decided first.
 */
export function useRegisterRulings(register: CourseRegister, key: QueryKey, onSecond: (cell: Second) => void) {
  const words = useTextsOf(courseTexts).session
  const acts = useActs()
  const queries = useQueryClient()
  const [waiting, setWaiting] = useState<ReadonlyMap<string, readonly CellStatus[]>>(new Map())
  const queues = useRef(new Map<string, Promise<number | undefined>>())
  const done = useRef<Done[]>([])

  /** Answers the sequence of the ruling; undefined where it was refused, or one before it was. */
  async function send(cell: CellIds, status: CellStatus, reason: string, after: number | undefined) {
    if (after === undefined) return undefined
    const refused = ifRuledMeanwhile(() => onSecond({ ...cell, status, seen: after }))
    const act = 'POST /sessions/:sessionId/people/:personId/rulings'
    const answer = await acts.run(act, cell, { status, reason, after }, { refused, taken: key })
    if (answer) await putIn(cell, answer)
    return answer?.rulings.at(-1)?.sequence
  }

  async function putIn(cell: CellIds, answer: RuledCell): Promise<void> {
    const which = { queryKey: key, exact: true }
    // What is being read may have been read before this ruling.
    const isReading = queries.isFetching(which) > 0
    await queries.cancelQueries(which)
    const before = queries.getQueryData<CourseRegister>(key)
    const next = before && withRuling(before, cell, answer)
    if (next) queries.setQueryData(key, next)
    if (!next || isReading) void queries.invalidateQueries(which)
  }

  /** True once it is saved. */
  async function rule(cell: CellIds, status: CellStatus, reason: string): Promise<boolean> {
    const name = nameOf(cell)
    setWaiting((all) => new Map(all).set(name, [...(all.get(name) ?? []), status]))
    const before = queues.current.get(name) ?? Promise.resolve(sequenceOf(register, cell))
    const sent = before.then((after) => send(cell, status, reason, after))
    queues.current.set(name, sent)
    const sequence = await sent
    if (queues.current.get(name) === sent) queues.current.delete(name)
    setWaiting((all) => {
      const left = new Map(all)
      const [, ...others] = all.get(name) ?? []
      if (others.length > 0) left.set(name, others)
      else left.delete(name)
      return left
    })
    return sequence !== undefined
  }

  return {
    /** The letters on their way into a row, by session: one text, so that the other rows stay as they are. */
    waitingIn(personId: string): string {
      const own = [...waiting].filter(([name]) => name.endsWith(` ${personId}`))
      return own.map(([name, said]) => `${name.split(' ')[0]} ${cellLetters[said.at(-1) ?? 'absent']}`).join('\n')
    },
    async decide(cell: CellIds, status: CellStatus, reason: string): Promise<void> {
      const before = waiting.get(nameOf(cell))?.at(-1) ?? statusIn(register, cell)
      if (await rule(cell, status, reason)) done.current.push({ cell, before, reason })
    },
    /** Takes the last decision back; one that was refused can be asked for again. */
    async undo(): Promise<void> {
      const last = done.current.pop()
      if (!last) return
      const isDone = await rule(last.cell, last.before, cutToReason(words.takenBack(last.reason)))
      if (!isDone) done.current.push(last)
    },
  }
}

export type RegisterRulings = ReturnType<typeof useRegisterRulings>

const placeOf = ({ people, sessions }: CourseRegister, { personId, sessionId }: CellIds) => ({
  row: people.findIndex((person) => person.personId === personId),
  column: sessions.findIndex(({ id }) => id === sessionId),
})

/** Of the last ruling on a cell; 0 without one. */
function sequenceOf(register: CourseRegister, cell: CellIds): number {
  const { row, column } = placeOf(register, cell)
  return register.people[row]?.rulings.find(([at]) => at === column)?.[1] ?? 0
}

/** What stands in a cell; a cell without a word of a teacher or a check-in is absent. */
function statusIn(register: CourseRegister, cell: CellIds): CellStatus {
  const { row, column } = placeOf(register, cell)
  return statusOfLetter(register.people[row]?.letters[column]) ?? 'absent'
}

/**
 * The register with what a ruling has answered; undefined where it changes more than one row, as the first word of a
 * session does.
 */
function withRuling(register: CourseRegister, cell: CellIds, { row: answered, rulings }: RuledCell) {
  const { row, column } = placeOf(register, cell)
  const [person, session, last] = [register.people[row], register.sessions[column], rulings.at(-1)]
  if (!answered || !person || !last || !session?.isTaken) return undefined
  if (answered.letters.length !== register.sessions.length) return undefined
  const others = person.rulings.filter(([at]) => at !== column)
  const ruled = { ...person, ...answered, rulings: [...others, [column, last.sequence]] } satisfies RegisterPerson
  return { ...register, people: register.people.with(row, ruled) }
}
