type Door = {
  /** Whoever waits to be let in, one behind the other. */
  line: Promise<void>
  inside: number
  /** Inside or in line. */
  people: number
  announceLeaving: () => void
}

/** Lets in, for each key and in the order of their arrival, as many as `mayEnter` allows. */
export type KeyedSemaphore = {
  /**
   * Waits until `mayEnter` says yes to the number of those inside. It is asked again whenever one of them leaves; what
   * it throws is thrown to whoever waits. Returns the function that leaves.
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
      // Before the question: whoever leaves while it is answered must not be missed.
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
