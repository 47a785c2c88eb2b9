import type { ChangeEvent, CompositionEvent } from 'react'
import { toAsciiDigits } from '#contract/text-fields.ts'

/**
 * For an input of roll or phone numbers: what is typed or scanned, with ASCII digits. An input method that composes a text
 * would lose it if it were changed meanwhile, so that waits for its end.
 */
export function typeAsciiDigits(onValueChange: (value: string) => void) {
  return {
    onChange: ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
      const isComposing = 'isComposing' in nativeEvent && nativeEvent.isComposing === true
      onValueChange(isComposing ? currentTarget.value : toAsciiDigits(currentTarget.value))
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement>) =>
      onValueChange(toAsciiDigits(currentTarget.value)),
  }
}
