import { type ComponentType, lazy, useState } from 'react'

/**
 * The screens of one file. `fetch` brings the file before the first drawing: a screen that React has to wait for stays away
 * for 300 ms more.
 */
export function screensFrom<Name extends string, Props extends object = object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
) {
  let here: Readonly<Record<Name, ComponentType<Props>>> | undefined
  const fetch = async () => {
    here ??= await load()
    return here
  }
  const screens = new Map<Name, ComponentType<Props>>()
  return {
    fetch,
    // The same for each of its addresses, so that it stays while a person goes from one to the next.
    screen: (name: Name) => {
      const known = screens.get(name)
      if (known) return known
      const Later = lazy(async () => ({ default: (await fetch())[name] }))
      function Screen(props: Props) {
        // Kept: with another component the screen would begin from the start.
        const [{ Part }] = useState(() => ({ Part: (here?.[name] ?? Later) as ComponentType<Props> }))
        return <Part {...props} />
      }
      screens.set(name, Screen)
      return Screen
    },
  }
}
