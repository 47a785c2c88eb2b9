/** The curve of Ed25519 (RFC 8032 §5.1): -x² + y² = 1 + d·x²·y² modulo p. */
const p = 2n ** 255n - 19n
const d = modulo(-121_665n * inverse(121_666n))

const keyBytes = 32

/**
 * True for the 32 bytes of a point that can be a public key: canonically encoded, on the curve, and not of small order.
 * (With a key of small order, any text can appear signed.) WebCrypto imports any 32 bytes and fails only when it checks
 * a signature.
 */
export function isEd25519Key(bytes: Uint8Array): boolean {
  if (bytes.length !== keyBytes) return false
  // Little-endian; the top bit is the sign of x.
  const y = BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`) & (2n ** 255n - 1n)
  if (y >= p) return false
  const ySquared = modulo(y * y)
  const xSquared = modulo((ySquared - 1n) * inverse(d * ySquared + 1n))
  if (xSquared !== 0n && !isSquare(xSquared)) return false
  // Points of order 1, 2, 4 and 8. The last is the point whose double has y = 0.
  return xSquared !== 0n && y !== 0n && modulo(xSquared + ySquared) !== 0n
}

function modulo(value: bigint): bigint {
  const rest = value % p
  return rest < 0n ? rest + p : rest
}

function power(base: bigint, exponent: bigint): bigint {
  let [result, square] = [1n, modulo(base)]
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = modulo(result * square)
    square = modulo(square * square)
  }
  return result
}

/** By Fermat's little theorem: p is a prime. */
function inverse(value: bigint): bigint {
  return power(value, p - 2n)
}

/** Euler's criterion. */
function isSquare(value: bigint): boolean {
  return power(value, (p - 1n) / 2n) === 1n
}
