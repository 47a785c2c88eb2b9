import { attendanceMutants } from './attendance-mutants.ts'
import { courseMutants } from './course-mutants.ts'
import { guardMutants } from './guard-mutants.ts'
import type { Mutant } from './mutant.ts'
import { passkeyMutants } from './passkey-mutants.ts'
import { peopleMutants } from './people-mutants.ts'
import { rosterMutants } from './roster-mutants.ts'

/** The mistakes of `npm run mutants`, each in a rule whose failure would hurt, and the test that must find it. */
export const mutants: readonly Mutant[] = [
  ...attendanceMutants,
  ...courseMutants,
  ...peopleMutants,
  ...rosterMutants,
  ...passkeyMutants,
  ...guardMutants,
]
