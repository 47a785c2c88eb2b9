type Door = {
  /** The queue: a promise that each arrival waits for and replaces. */
  line: Promise<void>
  inside: number
  /** Those inside and those in the queue. */
  people: number
  announceLeaving: () => void
}

/** A semaphore for each key. It lets in, in the order of arrival, as many as `mayEnter` allows. */
export type KeyedSemaphore = {
  /**
   * Waits until `mayEnter` resolves to true for the number of those inside. It is asked again each time one of them
   * leaves; an error that it throws is thrown to the waiting caller. Returns the function that leaves.
   */
  readonly enter: (key: string, mayEnter: (inside: number) => Promise<boolean>) => Promise<() => void>
}

export function createKeyedSemaphore(): KeyedSemaphore {
  const doors = new Map<string, Door>()

  function openDoor(key: string): Door {
    const door = doors.get(key) ?? { line: Promise.resolve(), inside: 0, people: 0, announceLeaving: () => undefined }
    doors.set(key, door)
    door.people += 1
    return door
  }

  function goAway(key: string, door: Door): void {
    door.people -= 1
    if (door.people === 0) doors.delete(key)
  }

  async function waitAtDoor(door: Door, mayEnter: (inside: number) => Promise<boolean>): Promise<void> {
    for (;;) {
      // Listen before the question: a caller may leave while `mayEnter` is still deciding.
      const leaving = new Promise<void>((resolve) => {
        door.announceLeaving = resolve
      })
      if (await mayEnter(door.inside)) return
      await leaving
    }
  }

  return {
    async enter(key, mayEnter) {
      const door = openDoor(key)
      const before = door.line
      let letNextCome = (): void => undefined
      door.line = new Promise((resolve) => {
        letNextCome = resolve
      })
      await before
      try {
        await waitAtDoor(door, mayEnter)
        door.inside += 1
      } catch (error) {
        goAway(key, door)
        throw error
      } finally {
        letNextCome()
      }
      return () => {
        door.inside -= 1
        goAway(key, door)
        door.announceLeaving()
      }
    },
  }
}
