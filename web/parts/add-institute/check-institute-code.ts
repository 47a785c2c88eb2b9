import { idPattern, normaliseInstituteCode } from '#contract/identifiers.ts'

export type CodeCheck =
  | { readonly kind: 'new'; readonly code: string }
  | { readonly kind: 'missing' | 'invalid' | 'duplicate' }

/** Spec §5, adding an institute: a code is required, must be a possible code, and must not be in the list yet. */
export function checkInstituteCode(typed: string, present: readonly string[]): CodeCheck {
  if (typed.trim() === '') return { kind: 'missing' }
  const code = normaliseInstituteCode(typed)
  if (!idPattern.test(code)) return { kind: 'invalid' }
  return present.includes(code) ? { kind: 'duplicate' } : { kind: 'new', code }
}
