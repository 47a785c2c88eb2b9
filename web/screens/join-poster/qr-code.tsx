import { encode } from 'uqr'

/** Blank modules around it, which readers need (ISO/IEC 18004). */
const quietZone = 4

/** A QR code that opens `address`: black on white in both themes, since many readers take no other. */
export function QrCode({ address, label }: { address: string; label: string }) {
  // 15 % of it may be dirty or torn: a poster hangs on a wall.
  const { data, size } = encode(address, { ecc: 'M', border: quietZone })
  return (
    <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img" aria-label={label}>
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={drawRows(data)} fill="#000" />
    </svg>
  )
}

/** One stroke for each run of dark modules. */
function drawRows(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) =>
      row.map((isDark, x) => {
        if (!isDark || row[x - 1]) return ''
        const end = row.indexOf(false, x)
        const width = (end === -1 ? row.length : end) - x
        return `M${x} ${y}h${width}v1h-${width}z`
      }),
    )
    .join('')
}
