import { join } from 'node:path'
import type { Plugin } from 'vitest/config'
import { type Mutant, mutate } from './mutant.ts'
import { mutants } from './mutants.ts'

const root = join(import.meta.dirname, '../..')

/**
 * Puts one mistake into a module as the tests load it, when MUTANT names it. The file on the disk stays as it is, and the
 * broken module is kept in no cache: a run that is cut off leaves nothing behind.
 */
export function plantMutant(wanted: string | undefined = process.env.MUTANT): Plugin {
  const mutant = wanted === undefined ? undefined : findMutant(wanted)
  const isMutated = (id: string) => mutant !== undefined && id === join(root, mutant.file)
  return {
    name: 'plant-mutant',
    enforce: 'pre',
    configureVitest({ defineCacheKeyGenerator }) {
      defineCacheKeyGenerator(({ id }) => (isMutated(id) ? false : undefined))
    },
    transform: (code, id) => (mutant && isMutated(id) ? mutate(code, mutant) : undefined),
  }
}

function findMutant(wanted: string): Mutant {
  const mutant = mutants.find(({ name }) => name === wanted)
  if (!mutant) throw new Error(`There is no mutant '${wanted}'`)
  return mutant
}
