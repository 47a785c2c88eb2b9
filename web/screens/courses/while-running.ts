/** While something runs, a screen reads it again after so many ms: the marks of others come in between. */
const runningPollMs = 3_000

/** For a read whose answer says whether it runs. */
export function whileRunning<Answer>(isRunning: (answer: Answer) => boolean) {
  return {
    refetchInterval: ({ state: { data } }: { readonly state: { readonly data: Answer | undefined } }) =>
      data !== undefined && isRunning(data) ? runningPollMs : (false as const),
  }
}
