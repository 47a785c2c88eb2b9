import type { Act } from '../../domain/acts.ts'
import type { Door } from '../../domain/doors.ts'
import type { Nothing } from './call.ts'

type UseCase<Deps, D extends Door<Act>, Input, Answer> = (deps: Deps, door: D, input: Input) => Promise<Answer>

/** A call that does an act, and answers with what its page shows then, and with what the act itself says. */
export function thenShow<
  ShowDeps,
  ActDeps,
  Shows extends Door<Act>,
  Does extends Shows,
  Shown extends object,
  Input,
  Said extends object | Nothing,
>(
  show: UseCase<ShowDeps, Shows, Input, Shown>,
  act: UseCase<ActDeps, Does, Input, Said>,
): UseCase<ShowDeps & ActDeps, Does, Input, Shown & (Said extends object ? Said : unknown)> {
  return async (deps, door, input) => {
    const said = await act(deps, door, input)
    return { ...(await show(deps, door, input)), ...said } as Shown & (Said extends object ? Said : unknown)
  }
}
