// A small part of Markdown. The result is data that a screen turns into elements; no HTML is ever made or read.

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'bold'; text: string }
  /** `host` is set when the label does not show the link's target. */
  | { kind: 'link'; text: string; href: string; host: string | null }
export type Block =
  | { kind: 'lines'; lines: Inline[][] }
  | { kind: 'list'; ordered: boolean; start: number; items: Inline[][] }

const listItem = /^\s{0,3}(?:([-*•])|(\d{1,3})[.)])\s+(\S.*)$/
const span =
  /\*\*(?=\S)([^*\n]{1,500}?\S)\*\*|\*\*(\S)\*\*|\[([^\][\n]{1,300})\]\(([^()\s]{1,2000})\)|(https?:\/\/[^\s<>"'`]{1,2000})/g

export function readMarkup(text: string): Block[] {
  const blocks: Block[] = []
  for (const line of text.split(/\r?\n/)) {
    const item = listItem.exec(line)
    const last = blocks.at(-1)
    if (item) {
      const ordered = item[2] !== undefined
      const content = readInlines(item[3] ?? '')
      if (last?.kind === 'list' && last.ordered === ordered) last.items.push(content)
      else blocks.push({ kind: 'list', ordered, start: Number(item[2] ?? 1), items: [content] })
    } else if (last?.kind === 'lines') {
      last.lines.push(readInlines(line))
    } else if (line.trim() !== '') {
      blocks.push({ kind: 'lines', lines: [readInlines(line)] })
    }
  }
  return blocks
}

/** For a customer's own words: only links are recognised. */
export function readPlain(text: string): Block[] {
  return [{ kind: 'lines', lines: text.split(/\r?\n/).map(line => readInlines(line, true)) }]
}

function readInlines(line: string, onlyLinks = false): Inline[] {
  const parts: Inline[] = []
  let from = 0
  const addText = (text: string) => {
    if (text === '') return
    const last = parts.at(-1)
    if (last?.kind === 'text') last.text += text
    else parts.push({ kind: 'text', text })
  }
  for (const found of line.matchAll(span)) {
    addText(line.slice(from, found.index))
    from = found.index + found[0].length
    const bold = found[1] ?? found[2]
    if (found[5] !== undefined) {
      const { address, rest } = splitTrailing(found[5])
      const href = safeHref(address)
      if (href) parts.push({ kind: 'link', text: address, href, host: null })
      else addText(address)
      addText(rest)
    } else if (onlyLinks) {
      addText(found[0])
    } else if (bold !== undefined) {
      parts.push({ kind: 'bold', text: bold })
    } else {
      const href = safeHref(found[4] ?? '')
      const label = found[3] ?? ''
      if (href) parts.push({ kind: 'link', text: label, href, host: hostToShow(href, label) })
      else addText(label)
    }
  }
  addText(line.slice(from))
  return parts
}

/** A full stop or bracket after an address belongs to the sentence. */
function splitTrailing(found: string): { address: string; rest: string } {
  let end = found.length
  while (end > 0 && /[.,;:!?)\]}…*]/.test(found[end - 1] ?? '')) {
    if (found[end - 1] === ')' && found.slice(0, end).includes('(')) break
    end -= 1
  }
  return { address: found.slice(0, end), rest: found.slice(end) }
}

/** @returns the normalised address; null if it must not be followed from a message */
export function safeHref(address: string): string | null {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return null
  }
  if (!['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol)) return null
  if (url.username !== '' || url.password !== '') return null
  return url.href
}

function hostToShow(href: string, label: string): string | null {
  const { host } = new URL(href)
  return host === '' || label.includes(host) ? null : host
}
