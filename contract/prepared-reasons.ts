/**
 * The reasons of rulings that a screen suggests, as they are stored: each reader gets the sentence in the own language. What a
 * person has typed is stored as it is.
 */
export const preparedReasons = ['prepared:drawn-and-not-here'] as const
export type PreparedReason = (typeof preparedReasons)[number]

/** The reason as a reader gets it. `sentences`: in the language of the reader. */
export function sayReason(reason: string, sentences: Readonly<Record<PreparedReason, string>>): string {
  const prepared = preparedReasons.find((one) => one === reason)
  return prepared === undefined ? reason : sentences[prepared]
}
