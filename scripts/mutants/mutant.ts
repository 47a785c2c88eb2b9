/** One deliberate mistake in a rule, and the test that must fail because of it. */
export type Mutant = {
  /** What is broken, in a few words with hyphens. */
  readonly name: string
  /** From the root of the repository. */
  readonly file: string
  /** A text that stands exactly once in the file. */
  readonly find: string
  readonly replace: string
  /** `title`: the first argument of the call of `test`, as it stands in the source. */
  readonly killedBy: { readonly file: string; readonly title: string }
}

/** The source with the mistake in it. Throws when the text does not stand in it exactly once. */
export function mutate(source: string, { name, file, find, replace }: Mutant): string {
  const [before = '', after, ...others] = source.split(find)
  if (after === undefined || others.length > 0) throw new Error(`'${name}' does not fit ${file}: ${find}`)
  return before + replace + after
}

/** A pattern for `vitest -t`. What `%s` and the like stand for may be anything. */
export function titlePattern(title: string): string {
  const parts = title.split(/%[sdij]/)
  return `${parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('.*')}$`
}
