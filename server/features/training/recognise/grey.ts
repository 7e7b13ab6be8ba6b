/** Row by row; 0 is black. */
export type Grey = { width: number; height: number; data: Uint8Array }

export function makeGrey(width: number, height: number, shade = 255): Grey {
  return { width, height, data: new Uint8Array(width * height).fill(shade) }
}

export function scaled(picture: Grey, factor: number): Grey {
  const width = Math.max(1, Math.round(picture.width * factor))
  const height = Math.max(1, Math.round(picture.height * factor))
  if (width === picture.width && height === picture.height) return picture
  return factor < 1
    ? averaged(picture, width, height)
    : drawn(picture, width, height, (x, y) => [x / factor, y / factor])
}

function averaged(from: Grey, width: number, height: number): Grey {
  const to = makeGrey(width, height)
  for (let y = 0; y < height; y++) {
    const top = Math.floor((y * from.height) / height)
    const bottom = Math.max(top + 1, Math.floor(((y + 1) * from.height) / height))
    for (let x = 0; x < width; x++) {
      const left = Math.floor((x * from.width) / width)
      const right = Math.max(left + 1, Math.floor(((x + 1) * from.width) / width))
      let sum = 0
      for (let v = top; v < bottom; v++) for (let u = left; u < right; u++) sum += from.data[v * from.width + u] ?? 0
      to.data[y * width + x] = sum / ((bottom - top) * (right - left))
    }
  }
  return to
}

/** `angle`: radians, anticlockwise, at the middle; `grows`: change of slope per pixel down. */
export type Slant = { angle: number; grows: number }

export function levelled(picture: Grey, lie: Slant): Grey {
  if (lie.angle === 0 && lie.grows === 0) return picture
  return drawn(picture, picture.width, picture.height, placeBefore(picture, lie))
}

export function placeBefore(
  { width, height }: Grey,
  { angle, grows }: Slant,
): (x: number, y: number) => [number, number] {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  const [middleX, middleY] = [width / 2, height / 2]
  return (x, y) => {
    const dx = x - middleX
    const dy = (y - middleY) * (1 + grows * dx)
    return [middleX + dx * cos - dy * sin, middleY + dx * sin + dy * cos]
  }
}

function drawn(from: Grey, width: number, height: number, place: (x: number, y: number) => [number, number]): Grey {
  const to = makeGrey(width, height)
  const { data, width: stride, height: rows } = from
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = place(x, y)
      if (u < 0 || v < 0 || u > stride - 1 || v > rows - 1) continue
      const [left, top] = [Math.floor(u), Math.floor(v)]
      const [right, bottom] = [Math.min(left + 1, stride - 1), Math.min(top + 1, rows - 1)]
      const [fx, fy] = [u - left, v - top]
      const above = data[top * stride + left]! * (1 - fx) + data[top * stride + right]! * fx
      const below = data[bottom * stride + left]! * (1 - fx) + data[bottom * stride + right]! * fx
      to.data[y * width + x] = above * (1 - fy) + below * fy
    }
  }
  return to
}

export function shadeAt(picture: Grey, share: number): number {
  const counts = new Uint32Array(256)
  for (const shade of picture.data) counts[shade]!++
  let left = share * picture.data.length
  for (let shade = 0; shade < 256; shade++) {
    left -= counts[shade]!
    if (left < 0) return shade
  }
  return 255
}
