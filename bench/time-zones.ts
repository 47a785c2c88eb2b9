/**
 * Where the 08:00 bell of a day falls when students all over the world are marked by one installation: only arithmetic,
 * no server. Shares of students by their distance from UTC in hours are rounded from where people live, and an
 * assumption.
 */
const shares: readonly (readonly [hours: number, share: number])[] = [
  [-8, 0.01],
  [-7, 0.005],
  [-6, 0.04],
  [-5, 0.045],
  [-4, 0.025],
  [-3, 0.035],
  [0, 0.06],
  [1, 0.13],
  [2, 0.08],
  [3, 0.09],
  [4, 0.015],
  [5, 0.045],
  [5.5, 0.19],
  [6, 0.03],
  [7, 0.07],
  [8, 0.1],
  [9, 0.025],
  [10, 0.005],
]
const bellHour = 8
/** How long it takes until all students of a room are marked. */
const passMinutes = 10
/** The share of all students who have a class at that bell. */
const present = 0.6
const minutesOfDay = 24 * 60

export async function benchTimeZones(): Promise<void> {
  console.log('students      marks a day   busiest minute (UTC)   marks/s in it   mean of the day   peak / mean')
  for (const students of [10_000, 1_000_000, 100_000_000]) {
    const perMinute = simulateDay(students)
    const busiest = perMinute.indexOf(Math.max(...perMinute))
    const marks = perMinute.reduce((sum, one) => sum + one, 0)
    const [peak, mean] = [(perMinute[busiest] ?? 0) / 60, marks / minutesOfDay / 60]
    const clock = `${String(Math.floor(busiest / 60)).padStart(2, '0')}:${String(busiest % 60).padStart(2, '0')}`
    console.log(
      [
        String(students).padEnd(13),
        marks.toFixed(0).padStart(11),
        clock.padStart(20),
        peak.toFixed(0).padStart(17),
        mean.toFixed(1).padStart(17),
        (peak / mean).toFixed(0).padStart(13),
      ].join(' '),
    )
  }
  const oneZone = (100_000_000 * present) / passMinutes / 60
  console.log(`all 100000000 in one time zone: ${oneZone.toFixed(0)} marks/s for ${passMinutes} minutes`)
}

/** Marks in each minute of a day in UTC. */
function simulateDay(students: number): number[] {
  const perMinute = Array.from({ length: minutesOfDay }, () => 0)
  const all = shares.reduce((sum, [, share]) => sum + share, 0)
  for (const [hours, share] of shares) {
    const bell = (bellHour - hours) * 60
    for (let minute = 0; minute < passMinutes; minute++) {
      const at = (((bell + minute) % minutesOfDay) + minutesOfDay) % minutesOfDay
      perMinute[at] = (perMinute[at] ?? 0) + (students * present * share) / all / passMinutes
    }
  }
  return perMinute
}
