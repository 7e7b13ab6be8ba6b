import type { Recognised } from '../extract/extractor.ts'

// Loaded lazily: OCR is large.

export async function readPhoto(bytes: Uint8Array): Promise<Recognised> {
  const { decodePicture } = await import('../recognise/decode-picture.ts')
  const { recognisePicture } = await import('../recognise/recognise.ts')
  return recognisePicture(await decodePicture(bytes))
}

export async function readScan(bytes: Uint8Array): Promise<Recognised> {
  const { recogniseScan } = await import('../recognise/scanned-pdf.ts')
  return recogniseScan(bytes)
}
