type Holder = { readonly rollKey: string }
/** A number for someone who has another one, or none yet. */
type Wish<Person> = { readonly by: Person | undefined; readonly number: string }

/**
 * The wishes that cannot be met, with who keeps the number. A number is free when its holder gets another one or is gone:
 * so an exchange, a ring and a shift are met. No two wishes may have one number, unless both may stand.
 */
export function findTaken<Person extends Holder, Wished extends Wish<Person>>(
  wishes: readonly Wished[],
  roster: readonly Person[],
  gone: ReadonlySet<Person>,
): ReadonlyMap<Wished, Person> {
  const holders = Map.groupBy(roster, ({ rollKey }) => rollKey)
  const wanted = Map.groupBy(wishes, ({ number }) => number)
  const moving = new Set([...gone, ...wishes.flatMap(({ by }) => by ?? [])])
  const taken = new Map<Wished, Person>()
  // Who cannot move keeps a number that another one may want.
  const open = [...wishes]
  for (let wish = open.pop(); wish; wish = open.pop()) {
    const holder = holders.get(wish.number)?.find((one) => !moving.has(one))
    if (!holder || taken.has(wish)) continue
    taken.set(wish, holder)
    if (wish.by && moving.delete(wish.by)) open.push(...(wanted.get(wish.by.rollKey) ?? []))
  }
  return taken
}
