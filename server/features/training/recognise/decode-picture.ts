import { ExtractError } from '../extract/extractor.ts'
import { type Grey, makeGrey, scaled } from './grey.ts'
import { type PictureHead, readHead } from './picture-head.ts'

/** Checked before decoding; most phones take 12 million. */
export const MAX_PIXELS = 42_000_000
const MAX_SIDE = 3_200
const MIN_SIDE = 24

type Decode = (bytes: Uint8Array) => { width: number; height: number; data: Uint8ClampedArray }

const decoders: Record<PictureHead['type'], () => Promise<Decode>> = {
  jpg: async () => (await import('@cwasm/jpeg-turbo')).decode,
  png: async () => (await import('@cwasm/lodepng')).decode,
  webp: async () => (await import('@cwasm/webp')).decode,
}

/** @throws `picture_too_large`, `picture_too_small`, `file_damaged` */
export async function decodePicture(bytes: Uint8Array): Promise<Grey> {
  const head = readHead(bytes)
  if (head.width * head.height > MAX_PIXELS) throw new ExtractError('picture_too_large')
  if (Math.min(head.width, head.height) < MIN_SIDE) throw new ExtractError('picture_too_small')
  const decode = await decoders[head.type]()
  try {
    const { width, height, data } = decode(bytes)
    // The decoder may find another size than the header; process memory bounds it.
    return upright(fitted(toGrey(width, height, data)), head.turn)
  } catch {
    throw new ExtractError('file_damaged')
  }
}

function fitted(picture: Grey): Grey {
  const longest = Math.max(picture.width, picture.height)
  return longest > MAX_SIDE ? scaled(picture, MAX_SIDE / longest) : picture
}

export function toGrey(width: number, height: number, data: Uint8Array | Uint8ClampedArray, channels = 4): Grey {
  const picture = makeGrey(width, height)
  for (let i = 0, at = 0; i < picture.data.length; i++, at += channels) {
    const [red, green, blue] =
      channels < 3 ? [data[at]!, data[at]!, data[at]!] : [data[at]!, data[at + 1]!, data[at + 2]!]
    const opaque = channels === 4 ? data[at + 3]! / 255 : 1
    picture.data[i] = 255 - opaque * (255 - (0.299 * red + 0.587 * green + 0.114 * blue))
  }
  return picture
}

/** EXIF: 2, 4, 5, 7 are mirrored, 5 to 8 rotated. */
function upright(picture: Grey, turn: number): Grey {
  if (turn === 1) return picture
  const { width, height, data } = picture
  const onSide = turn >= 5
  const to = makeGrey(onSide ? height : width, onSide ? width : height)
  for (let y = 0; y < to.height; y++) {
    for (let x = 0; x < to.width; x++) {
      const [a, b] = onSide ? [y, x] : [x, y]
      const u = [2, 3, 7, 8].includes(turn) ? width - 1 - a : a
      const v = [3, 4, 6, 7].includes(turn) ? height - 1 - b : b
      to.data[y * to.width + x] = data[v * width + u]!
    }
  }
  return to
}
