import type { Grey } from './grey.ts'

export type Piece = { x: number; y: number; width: number; height: number }

/** Dark pixels that hang together. */
export function piecesOf({ width, height, data }: Grey): Piece[] {
  const left = data.map(shade => (shade < 128 ? 1 : 0))
  const pieces: Piece[] = []
  const waiting: number[] = []
  for (let start = 0; start < left.length; start++) {
    if (!left[start]) continue
    let [x0, x1, y0, y1] = [width, 0, height, 0]
    waiting.push(start)
    left[start] = 0
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const y = Math.floor(at / width)
      const x = at - y * width
      x0 = Math.min(x0, x)
      x1 = Math.max(x1, x)
      y0 = Math.min(y0, y)
      y1 = Math.max(y1, y)
      for (const next of [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]) {
        if (!left[next]) continue
        left[next] = 0
        waiting.push(next)
      }
    }
    pieces.push({ x: x0, y: y0, width: x1 - x0 + 1, height: y1 - y0 + 1 })
  }
  return pieces
}
