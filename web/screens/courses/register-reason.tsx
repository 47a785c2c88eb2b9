import { courseTexts } from '#contract/course-texts.ts'
import { useTextsOf } from '../../language/texts.ts'
import { TextField } from '../../ui/index.ts'
import type { RegisterKeys } from './use-register-keys.ts'

/** The reason of the letters that follow: typed once, and kept. */
export function RegisterReason({ keys }: { keys: RegisterKeys }) {
  const words = useTextsOf('course', courseTexts).session
  return (
    <TextField
      label={words.reason}
      hint={words.reasonHint}
      error={keys.needsReason ? words.reasonNeeded : undefined}
      autoComplete="off"
      value={keys.reason}
      onValueChange={keys.setReason}
    />
  )
}
