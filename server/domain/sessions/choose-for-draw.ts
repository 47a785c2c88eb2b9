/** How often a student was drawn in that session before. */
type Drawable = { readonly studentId: string; readonly times: number }

/**
 * Draws up to `size` students, each with the same chance, and none again before all were drawn. `index`: a random whole
 * number below the given one.
 */
export function chooseForDraw(students: readonly Drawable[], size: number, index: (count: number) => number): string[] {
  const byTimes = Map.groupBy(students, ({ times }) => times)
  const chosen: string[] = []
  for (const times of [...byTimes.keys()].sort((one, other) => one - other)) {
    const left = [...(byTimes.get(times) ?? [])]
    while (chosen.length < size && left.length > 0) {
      const [drawn] = left.splice(index(left.length), 1)
      if (drawn) chosen.push(drawn.studentId)
    }
  }
  return chosen
}
