/** From the smallest result to the largest. */
export const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/**
 * The smallest of the offered encodings that the browser takes (RFC 9110 §12.5.3). Its order of preference does not count:
 * the server knows which one is smallest.
 */
export function chooseEncoding<Offered extends Encoding>(
  header: string | undefined,
  offered: readonly Offered[],
): Offered | undefined {
  const accepted = new Map(
    (header ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const
    }),
  )
  return offered.find((encoding) => (accepted.get(encoding) ?? accepted.get('*') ?? 0) > 0)
}
