import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../client/request-error.ts'
import { movedPeople } from '../../parts/courses/moved-people.ts'
import { showError } from '../../ui/index.ts'
import { passKey } from './pass-reads.ts'

/**
 * Does one act by the day pass, and reads everything again. The answer; undefined where it was refused, with the reason shown.
 * `moved`: about whom someone decided before the last one.
 */
export function usePassAct() {
  const queries = useQueryClient()
  const [moved, setMoved] = useState<ReadonlySet<string>>(new Set())
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => void queries.invalidateQueries({ queryKey: passKey }),
  })
  async function run<Answer>(act: () => Promise<Answer>): Promise<Answer | undefined> {
    try {
      return (await mutateAsync(act)) as Answer
    } catch (error) {
      setMoved(movedPeople(error))
      showError(messageOf(error))
      return undefined
    }
  }
  return { run, moved, isBusy: isPending }
}
