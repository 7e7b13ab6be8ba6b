import { ExtractError } from '../extractor.ts'

const HEAD = 4_096
const meta = /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w:-]{2,40})/i
const xml = /^\s*<\?xml[^>]{0,200}encoding\s*=\s*["']([\w:-]{2,40})/i
const tonedVowel = /[aăâeêioôơuưy][\u0300\u0301\u0303\u0309\u0323]|[ăđơư]/giu
const strange = /[\u0080-\u009f\ufffd]/g

/** Tries BOM, server header, the page's own charset, then UTF-8, then windows-1258 (older Vietnamese sites) or western. */
export function decodePage(bytes: Uint8Array, charset?: string): string {
  if (bytes.length >= 2 && bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes.length >= 2 && bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes.subarray(0, HEAD).includes(0)) throw new ExtractError('page_type')
  const head = Buffer.from(bytes.subarray(0, HEAD)).toString('latin1')
  const declared = [charset, xml.exec(head)?.[1], meta.exec(head)?.[1]]
  for (const label of [...declared, 'utf-8']) {
    const text = label && strictly(label, bytes)
    if (text) return text
  }
  const vietnamese = new TextDecoder('windows-1258').decode(bytes)
  const western = new TextDecoder('windows-1252').decode(bytes)
  return (vietnamese.match(tonedVowel)?.length ?? 0) > (vietnamese.match(strange)?.length ?? 0) ? vietnamese : western
}

/** Undefined if invalid or unknown. UTF-16 was handled above. */
function strictly(label: string, bytes: Uint8Array): string | undefined {
  if (/^utf-?16/i.test(label)) return undefined
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
