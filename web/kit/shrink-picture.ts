/** All inclusive. */
export type PictureLimits = {
  bytes: number
  pixels: number
  /** The longer side of what is made smaller. */
  side: number
}

/** No camera’s picture is larger; a browser would only spend its memory on it. */
const maxBytes = 150_000_000
const attempts = [
  { type: 'image/png', extension: 'png', quality: 1 },
  { type: 'image/jpeg', extension: 'jpg', quality: 0.9 },
  { type: 'image/jpeg', extension: 'jpg', quality: 0.75 },
]

/**
 * A picture within the limits goes as it is. Otherwise it is drawn smaller, upright and without what its camera wrote into it.
 * What the browser cannot read or make small enough is returned unchanged: whoever asked refuses it.
 */
export async function shrinkPicture(file: File, limits: PictureLimits): Promise<File> {
  if (file.size === 0 || file.size > maxBytes) return file
  const address = URL.createObjectURL(file)
  try {
    const picture = await load(address)
    const { naturalWidth: width, naturalHeight: height } = picture
    if (file.size <= limits.bytes && width * height <= limits.pixels) return file
    const factor = Math.min(1, limits.side / Math.max(width, height))
    for (const { type, extension, quality } of attempts) {
      // A logo stays transparent where that is small enough; a photo never was.
      if (type === 'image/png' && file.type === 'image/jpeg') continue
      const made = await write(draw(picture, factor, type), type, quality)
      if (made && made.size <= limits.bytes)
        return new File([made], `${file.name.replace(/\.[a-z0-9]+$/i, '')}.${extension}`, { type })
    }
    return file
  } catch {
    return file
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** An element, not `createImageBitmap`: it knows its size before it is decoded, and browsers decode a JPEG as small as it is drawn. */
function load(address: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const picture = new Image()
    picture.onload = () => resolve(picture)
    picture.onerror = () => reject(new Error('The browser cannot read it.'))
    picture.src = address
  })
}

/** On white for JPEG, which knows nothing transparent. */
function draw(picture: HTMLImageElement, factor: number, type: string): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.naturalWidth * factor))
  canvas.height = Math.max(1, Math.round(picture.naturalHeight * factor))
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('No memory for it.')
  if (type === 'image/jpeg') {
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
  }
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}

function write(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> {
  return new Promise(resolve => canvas.toBlob(resolve, type, quality))
}
