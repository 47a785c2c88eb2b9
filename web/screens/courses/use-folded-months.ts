import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { HereOf } from '#contract/register-numbers.ts'
import type { RegisterColumn } from './use-register-columns.ts'

/** A term of more sessions opens with its newest month alone. */
const longTerm = 60
/** Of the address: the first session of each month that a person has folded or opened. */
const parameter = 'months'

/** `left`: how many columns stand before it. `width`: how many columns its open month has, on the first of them. */
export type GridColumn = RegisterColumn & { readonly left: number; readonly width?: number }

/** The columns of a register, in which a month is one column while it is folded. */
export function useFoldedMonths(columns: readonly RegisterColumn[], here: readonly HereOf[]) {
  const [query, setQuery] = useSearchParams()
  const turned = query.get(parameter) ?? ''
  const turn = useCallback(
    (session: number) =>
      setQuery(
        (before) => {
          const months = new Set(listNumbers(before.get(parameter) ?? ''))
          if (!months.delete(session)) months.add(session)
          const after = new URLSearchParams(before)
          if (months.size === 0) after.delete(parameter)
          else after.set(parameter, [...months].join('-'))
          return after
        },
        { replace: true, preventScrollReset: true },
      ),
    [setQuery],
  )
  const held = here.flatMap(({ people }, at) => (people > 0 ? [at] : [])).join('-')
  const folded = useMemo(() => foldMonths(columns, listNumbers(turned), listNumbers(held)), [columns, turned, held])
  return { columns: folded, turn }
}

const listNumbers = (text: string): readonly number[] => text.split('-').filter(Boolean).map(Number)

/** `turned`: the first session of each month that was folded or opened. `held`: the places of the sessions that were held. */
function foldMonths(
  columns: readonly RegisterColumn[],
  turned: readonly number[],
  held: readonly number[],
): readonly GridColumn[] {
  const begins = columns.flatMap(({ month }, at) => (month === undefined ? [] : [at]))
  let left = 0
  return begins.flatMap((begin, month) => {
    const own = columns.slice(begin, begins[month + 1])
    const isOld = columns.length > longTerm && month < begins.length - 1
    const isFolded = turned.includes(own[0]?.number ?? 0) !== isOld
    const of = held.filter((at) => at >= begin && at < begin + own.length)
    const width = own.filter(({ isRunning }) => !isRunning).length
    return own.map((column, at): GridColumn => {
      const isHidden = isFolded && at > 0
      const fold = isHidden ? 'hidden' : { of }
      return { ...column, left: isHidden ? left : left++, ...(at === 0 && { width }), ...(isFolded && { fold }) }
    })
  })
}
