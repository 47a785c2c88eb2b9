import { formatInstituteCode, normaliseInstituteCode } from '#contract/identifiers.ts'
import { StartError } from '../config/start-error.ts'
import type { Deps } from '../domain/deps.ts'
import { Problem } from '../domain/problem.ts'
import { recount } from '../domain/register/recount.ts'

/** Counts an institute again and says what differs. `option`: '--apply' sets it. Throws StartError. */
export async function recountInstitute(
  deps: Pick<Deps, 'storage'>,
  typed: string,
  option: string | undefined,
): Promise<string> {
  if (option !== undefined && option !== '--apply') throw new StartError(`${option}: the one option is --apply.`)
  const id = normaliseInstituteCode(typed)
  const { classes, totals, rulings } = await recount(deps, id, option === '--apply').catch((error: unknown) => {
    if (!(error instanceof Problem && error.reason === 'document_not_found')) throw error
    throw new StartError(`There is no organisation ${formatInstituteCode(id)}.`)
  })
  const { stored, counted } = classes
  const lines = [
    ...(stored === counted ? [] : [`classes: ${stored} are stored, ${counted} are counted`]),
    ...totals.map((one) => `total of student ${one.studentId}: ${one.total} is stored, ${one.counted} is counted`),
    ...rulings.map(
      ({ sequence, personId, sessionId, groupId }) =>
        `ruling ${sequence} about person ${personId} in session ${sessionId} of course ${groupId}: it was made as one of a class`,
    ),
  ]
  if (lines.length === 0) return 'Classes and totals are as they are counted.'
  const end =
    option === '--apply'
      ? 'The numbers are set, and the log names the rulings. What they say stands in the register of the course until a person decides otherwise there.'
      : 'Nothing is set yet: --apply sets the numbers and names the rulings in the log.'
  return [...lines, end].join('\n')
}
