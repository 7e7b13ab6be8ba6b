/** UTF-8, UTF-16 or Windows-1258 (old Vietnamese programs); undefined for anything else, such as a renamed workbook. */
export function decodeList(bytes: Uint8Array): string | undefined {
  const [a, b] = bytes
  const bigEndian = (a === 0xfe && b === 0xff) || zerosFrom(bytes, 0) > 20
  const littleEndian = (a === 0xff && b === 0xfe) || zerosFrom(bytes, 1) > 20
  const text =
    bigEndian || littleEndian
      ? decode(bigEndian ? 'utf-16be' : 'utf-16le', bytes)
      : (decode('utf-8', bytes) ?? decode('windows-1258', bytes))
  // Windows-1258 has combining tone marks.
  return text === undefined || unwritable.test(text) ? undefined : text.normalize('NFC')
}

const unwritable = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufffd]/

function decode(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function zerosFrom(bytes: Uint8Array, start: number): number {
  let count = 0
  for (let i = start; i < Math.min(bytes.length, 400); i += 2) if (bytes[i] === 0) count++
  return count
}
