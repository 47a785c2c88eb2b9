const size = 29
const finderCorners = [
  [0, 0],
  [size - 7, 0],
  [0, size - 7],
] as const

/** Looks like a QR code but encodes nothing: a real one belongs to one ceremony. Black on white in both themes. */
export function QrPicture() {
  return (
    <svg viewBox={`-1 -1 ${size + 2} ${size + 2}`} shapeRendering="crispEdges" aria-hidden="true">
      <path d={drawModules()} fill="#111" />
      {finderCorners.map(([x, y]) => (
        <g key={`${x} ${y}`} fill="#111">
          <path fillRule="evenodd" d={`M${x} ${y}h7v7h-7z M${x + 1} ${y + 1}v5h5v-5z`} />
          <path d={`M${x + 2} ${y + 2}h3v3h-3z`} />
        </g>
      ))}
    </svg>
  )
}

function drawModules(): string {
  const cells: string[] = []
  // A small random generator with a fixed seed: the same picture in every build.
  let state = 20_240_901
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      const isDark = state / 2_147_483_648 > 0.52
      if (isDark && !isNearFinder(x, y)) cells.push(`M${x} ${y}h1v1h-1z`)
    }
  }
  return cells.join('')
}

function isNearFinder(x: number, y: number): boolean {
  return finderCorners.some(([left, top]) => x >= left - 1 && x <= left + 7 && y >= top - 1 && y <= top + 7)
}
