import { encode } from 'uqr'

/** Blank modules around it, which readers need (ISO/IEC 18004). */
const quietZone = 4

export type QrCodeProps = {
  address: string
  label: string
  /**
   * How much of it may be dirty or torn: M 15 %, as on a poster. L 7 %, for screens: it has fewer modules, which can be
   * read from further away.
   */
  level?: 'L' | 'M'
}

/** A QR code that opens `address`: black on white in both themes, since many readers take no other. */
export function QrCode({ address, label, level = 'M' }: QrCodeProps) {
  const { data, size } = encode(address, { ecc: level, border: quietZone })
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
