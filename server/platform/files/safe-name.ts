/** A file system takes 255 bytes; an id or a day may stand before the name. */
const maxNameBytes = 200

/** File names come from customers: none may act as a path. */
export function safeName(name: string): string {
  const safe = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._ -]+/gu, '_')
    .replace(/\.{2,}/g, '.')
  return lastBytes(safe, maxNameBytes)
}

/** The end, because it names the kind of file; at whole characters. */
function lastBytes(name: string, max: number): string {
  const characters = [...name]
  let left = max
  const tooMuch = characters.findLastIndex(one => (left -= Buffer.byteLength(one)) < 0)
  return characters.slice(tooMuch + 1).join('')
}
