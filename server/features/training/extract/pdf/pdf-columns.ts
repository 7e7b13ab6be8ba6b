import type { Piece } from './pdf-piece.ts'

const MIN_CONTINUING_SHARE = 0.6
/** In letter widths. */
const MIN_GUTTER = 1.1
const MIN_LINES = 3

type Band = { left: number; right: number; size: number }

/** Columns, parted by gutters through running text, are read one after another; whatever crosses a gutter divides the page. */
export function readingOrder(pieces: Piece[]): Piece[][] {
  const lines = linesOf(pieces)
  const out: Piece[][] = []
  let at = 0
  let plain: Piece[] = []
  while (at < lines.length) {
    const found = columnsAt(lines, at)
    if (!found) {
      plain.push(...(lines[at++] ?? []))
      continue
    }
    if (plain.length > 0) out.push(plain)
    plain = []
    const taken = lines.slice(at, found.end).flat()
    out.push(...found.bands.map(band => taken.filter(piece => isIn(piece, band))))
    at = found.end
  }
  if (plain.length > 0) out.push(plain)
  return out
}

function linesOf(pieces: Piece[]): Piece[][] {
  const lines: Piece[][] = []
  for (const piece of pieces.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const line = lines.at(-1)
    const first = line?.[0]
    if (line && first && piece.y - first.y <= 0.3 * piece.size) line.push(piece)
    else lines.push([piece])
  }
  return lines
}

function columnsAt(lines: Piece[][], start: number): { bands: Band[]; end: number } | undefined {
  if ((lines[start]?.length ?? 0) < 2) return undefined
  let bands = bandsOf(toBands(lines[start] ?? []))
  let end = start + 1
  for (; bands.length > 1 && end < lines.length; end++) {
    const line = lines[end] ?? []
    const above = lines[end - 1]?.[0]
    if (above && (line[0]?.y ?? 0) - above.y > 4 * above.size) break
    const next = bandsOf([...bands, ...toBands(line)])
    if (next.length < bands.length) break
    bands = next
  }
  if (bands.length < 2 || bands.length > 4) return undefined
  const taken = lines.slice(start, end).flat()
  const columns = bands.map(band => taken.filter(piece => isIn(piece, band)))
  return columns.every(isRunningText) ? { bands, end } : undefined
}

function toBands(pieces: Piece[]): Band[] {
  return pieces.map(({ x, width, size }) => ({ left: x, right: x + width, size }))
}

function bandsOf(parts: Band[]): Band[] {
  const bands: Band[] = []
  for (const part of parts.toSorted((a, b) => a.left - b.left)) {
    const band = bands.at(-1)
    if (band && part.left - band.right < MIN_GUTTER * Math.max(part.size, band.size)) {
      band.right = Math.max(band.right, part.right)
      band.size = Math.max(band.size, part.size)
    } else bands.push({ ...part })
  }
  return bands
}

function isIn(piece: Piece, band: Band): boolean {
  const middle = piece.x + piece.width / 2
  return middle >= band.left && middle <= band.right
}

/** Long lines that mostly continue on the next; unlike columns of names or prices. */
function isRunningText(column: Piece[]): boolean {
  const lines = linesOf(column).map(line => line.map(piece => piece.text).join(' '))
  const letters = lines.reduce((sum, line) => sum + line.length, 0)
  if (lines.length < MIN_LINES || letters < 18 * lines.length) return false
  const continues = lines
    .slice(1)
    .filter((line, i) => /^\s*[\p{Ll}(]/u.test(line) || /[,\p{Ll}]$/u.test(lines[i] ?? ''))
  return (
    continues.length >= MIN_CONTINUING_SHARE * (lines.length - 1) &&
    lines.slice(1).some(line => /^\s*\p{Ll}/u.test(line))
  )
}
