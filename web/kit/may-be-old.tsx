import type { UseQueryResult } from '@tanstack/react-query'
import { useTexts } from '../language/texts.ts'
import { Button } from '../ui/index.ts'
import styles from './may-be-old.module.css'

type MayBeOldProps = { of: Pick<UseQueryResult, 'isError' | 'isFetching' | 'refetch'> }

/** Beside a number that stays on the screen while what it rests on could not be read again. */
export function MayBeOld({ of: query }: MayBeOldProps) {
  const { common } = useTexts()
  if (!query.isError) return null
  return (
    <p className={styles.old} role="status">
      <span>{common.mayBeOld}</span>
      <Button kind="quiet" busy={query.isFetching} onClick={() => void query.refetch()}>
        {common.retry}
      </Button>
    </p>
  )
}
