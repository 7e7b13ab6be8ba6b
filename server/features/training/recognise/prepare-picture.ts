import { type Grey, levelled, type Slant, makeGrey, placeBefore, scaled, shadeAt } from './grey.ts'
import { type Piece, piecesOf } from './connected-pixels.ts'

/** `place`: maps back to the original picture. */
export type Prepared = { picture: Grey; place: (x: number, y: number) => [number, number] }

/** Capital height OCR reads best, in pixels. */
const WANTED_HEIGHT = 32
const MAX_PIXELS = 9_000_000
const MAX_ENLARGEMENT = 4
const BLOCK = 24
const GROUND = 48
const MAX_SLANT = (12 * Math.PI) / 180
const MAX_LETTERS = 1_500

export function preparePicture(original: Grey): Prepared {
  const light = evenlyLit(onWhite(original))
  const letters = lettersOf(light)
  const lie = slantOf(letters, light)
  const factor = factorFor(letters, light)
  const before = placeBefore(light, lie)
  return { picture: scaled(levelled(light, lie), factor), place: (x, y) => before(x / factor, y / factor) }
}

function onWhite(picture: Grey): Grey {
  return hasLightLetters(picture) ? { ...picture, data: picture.data.map(shade => 255 - shade) } : picture
}

function hasLightLetters(picture: Grey): boolean {
  const { width, height, data } = picture
  let [lighter, darker] = [0, 0]
  for (let top = 0; top < height; top += GROUND) {
    for (let left = 0; left < width; left += GROUND) {
      const shades: number[] = []
      for (let y = top; y < Math.min(top + GROUND, height); y += 2)
        for (let x = left; x < Math.min(left + GROUND, width); x += 2) shades.push(data[y * width + x]!)
      shades.sort((a, b) => a - b)
      const middle = shades[Math.floor(shades.length / 2)] ?? 0
      for (const shade of shades) {
        if (shade > middle + 50) lighter++
        else if (shade < middle - 50) darker++
      }
    }
  }
  return lighter > 1.5 * darker
}

function evenlyLit(picture: Grey): Grey {
  const { width, height } = picture
  const paper = overNeighbours(paperShades(picture), middleOf)
  const out = makeGrey(width, height)
  for (let y = 0; y < height; y++) {
    const v = clamp(y / BLOCK - 0.5, paper.height - 1)
    const top = Math.floor(v)
    const bottom = Math.min(top + 1, paper.height - 1)
    for (let x = 0; x < width; x++) {
      const u = clamp(x / BLOCK - 0.5, paper.width - 1)
      const left = Math.floor(u)
      const right = Math.min(left + 1, paper.width - 1)
      const above =
        paper.data[top * paper.width + left]! * (1 - u + left) + paper.data[top * paper.width + right]! * (u - left)
      const below =
        paper.data[bottom * paper.width + left]! * (1 - u + left) +
        paper.data[bottom * paper.width + right]! * (u - left)
      const ground = Math.max(40, above * (1 - v + top) + below * (v - top))
      out.data[y * width + x] = Math.min(255, (250 * picture.data[y * width + x]!) / ground)
    }
  }
  return stretched(out)
}

function clamp(value: number, max: number): number {
  return Math.max(0, Math.min(max, value))
}

/** The 90th percentile: the paper, not the letters. */
function paperShades(picture: Grey): Grey {
  const paper = makeGrey(Math.ceil(picture.width / BLOCK), Math.ceil(picture.height / BLOCK))
  for (let by = 0; by < paper.height; by++) {
    for (let bx = 0; bx < paper.width; bx++) {
      const shades: number[] = []
      for (let y = by * BLOCK; y < Math.min((by + 1) * BLOCK, picture.height); y += 2)
        for (let x = bx * BLOCK; x < Math.min((bx + 1) * BLOCK, picture.width); x += 2)
          shades.push(picture.data[y * picture.width + x]!)
      shades.sort((a, b) => a - b)
      paper.data[by * paper.width + bx] = shades[Math.floor(0.9 * (shades.length - 1))] ?? 255
    }
  }
  return paper
}

/** Median: a block full of letters takes the paper around it; edges stay sharp. */
function middleOf(shades: number[]): number {
  return shades.toSorted((a, b) => a - b)[Math.floor(shades.length / 2)] ?? 255
}

function overNeighbours(from: Grey, shadeOf: (shades: number[]) => number): Grey {
  const to = makeGrey(from.width, from.height)
  for (let y = 0; y < from.height; y++) {
    for (let x = 0; x < from.width; x++) {
      const shades: number[] = []
      for (let v = Math.max(0, y - 1); v <= Math.min(from.height - 1, y + 1); v++)
        for (let u = Math.max(0, x - 1); u <= Math.min(from.width - 1, x + 1); u++)
          shades.push(from.data[v * from.width + u]!)
      to.data[y * from.width + x] = shadeOf(shades)
    }
  }
  return to
}

function stretched(picture: Grey): Grey {
  const black = Math.min(180, shadeAt(picture, 0.01))
  return { ...picture, data: picture.data.map(shade => Math.max(0, ((shade - black) * 255) / (255 - black))) }
}

/** Maximises letters standing on few rows. */
function slantOf(letters: Piece[], { width, height }: Grey): Slant {
  if (letters.length < 24) return { angle: 0, grows: 0 }
  const every = Math.ceil(letters.length / MAX_LETTERS)
  const some = letters.filter((_, i) => i % every === 0)
  const feet = some.map((one): [number, number] => [one.x + one.width / 2 - width / 2, one.y + one.height - height / 2])
  const standing = (angle: number, grows: number): number => {
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
    return crowding(feet.map(([x, y]) => (y * cos - x * sin) / (1 + grows * (x * cos + y * sin))))
  }
  const degree = Math.PI / 180
  const rough = best(around(0, MAX_SLANT, degree / 2), angle => standing(angle, 0))
  const bends = around(0, 0.09, 0.01).map(bend => bend / (height / 2))
  const bend = best(bends, grows =>
    standing(
      best(around(rough, 1.5 * degree, degree / 2), angle => standing(angle, grows)),
      grows,
    ),
  )
  const angle = best(around(rough, 1.5 * degree, degree / 10), one => standing(one, bend))
  const grows = best(around(bend, 0.01 / (height / 2), 0.0025 / (height / 2)), one => standing(angle, one))
  const isLevel = Math.abs(angle) < 0.25 * degree && Math.abs(grows) * (height / 2) < 0.006
  return isLevel ? { angle: 0, grows: 0 } : { angle, grows }
}

function best(values: number[], worth: (value: number) => number): number {
  let [found = 0] = values
  let max = worth(found)
  for (const value of values.slice(1)) {
    const own = worth(value)
    if (own > max) [found, max] = [value, own]
  }
  return found
}

/** Outwards, so that straight wins ties. */
function around(middle: number, reach: number, step: number): number[] {
  const values = [middle]
  for (let away = step; away <= reach * 1.001; away += step) values.push(middle - away, middle + away)
  return values
}

function crowding(heights: number[]): number {
  const counts = new Map<number, number>()
  for (const height of heights) {
    const row = Math.round(height / 3)
    counts.set(row, (counts.get(row) ?? 0) + 1)
  }
  let sum = 0
  for (const [row, count] of counts) sum += count * (count + (counts.get(row - 1) ?? 0) + (counts.get(row + 1) ?? 0))
  return sum
}

function factorFor(letters: Piece[], { width, height }: Grey): number {
  const maxFactor = Math.sqrt(MAX_PIXELS / (width * height))
  const typical = letters.map(letter => letter.height).toSorted((a, b) => a - b)[Math.floor(0.6 * letters.length)]
  if (letters.length < 12 || typical === undefined) return Math.min(1, maxFactor)
  return Math.min(maxFactor, MAX_ENLARGEMENT, Math.max(0.4, WANTED_HEIGHT / typical))
}

function lettersOf(picture: Grey): Piece[] {
  return piecesOf(picture).filter(
    ({ width, height }) => height >= 6 && height <= picture.height / 8 && width <= 3 * height && width >= height / 8,
  )
}
