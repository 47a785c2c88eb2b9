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
  return {
    fetch,
    screen: (name: Name) => {
      const Later = lazy(async () => ({ default: (await fetch())[name] }))
      return function Screen(props: Props) {
        // Kept: with another component the screen would begin from the start.
        const [{ Part }] = useState(() => ({ Part: (here?.[name] ?? Later) as ComponentType<Props> }))
        return <Part {...props} />
      }
    },
  }
}
