import { cleanText, fold } from '#shared/rules/text/fold.ts'
import { readBlocks, type Block } from './read-blocks.ts'
import { markedLevel } from './read-lines.ts'

/** UTF-16 range in `cleanText(text)`; always the end of `text`, which may repeat column names first. */
export type SplitPassage = { position: number; heading: string; text: string; start: number; end: number }

const maxLength = 1_200

type Section = { heading: string; blocks: Block[] }

/** At most 1,200 characters, one per section, never cutting a row. */
export function splitPassages(document: { title: string; text: string }): SplitPassage[] {
  const text = cleanText(document.text)
  const passages: SplitPassage[] = []
  for (const section of sectionsOf(readBlocks(text), document.title, text)) {
    for (const part of partsOf(section.blocks, text))
      passages.push({ position: passages.length, heading: section.heading, ...part })
  }
  return passages
}

function sectionsOf(blocks: Block[], title: string, text: string): Section[] {
  const path: { level: number; title: string }[] = []
  const sections: Section[] = [{ heading: '', blocks: [] }]
  for (const [i, block] of blocks.entries()) {
    if (block.kind !== 'heading') {
      sections.at(-1)!.blocks.push(block)
      continue
    }
    const alone = standsAlone(blocks, i)
    if (alone && markedLevel(text.slice(block.start, block.end)) === 0) {
      sections.at(-1)!.blocks.push({ kind: 'text', start: block.start, end: block.end })
      continue
    }
    while (path.length && path.at(-1)!.level >= block.level) path.pop()
    if (alone) {
      sections.push({ heading: shown(path, title), blocks: [withoutMark(block, text)] })
      continue
    }
    path.push({ level: block.level, title: block.title })
    sections.push({ heading: shown(path, title), blocks: [] })
  }
  return sections.filter(section => section.blocks.some(block => block.kind !== 'header'))
}

function shown(path: { title: string }[], title: string): string {
  const parts = path.filter(part => fold(part.title) !== fold(title)).slice(-2)
  return parts.map(part => part.title).join(' › ')
}

function standsAlone(blocks: Block[], i: number): boolean {
  const [block, next] = [blocks[i], blocks[i + 1]]
  if (block?.kind !== 'heading' || (i === 0 && next)) return false
  return !next || (next.kind === 'heading' && next.level <= block.level)
}

function withoutMark({ start, end }: Block, text: string): Block {
  return { kind: 'text', start: start + (/^#{1,6}\s+/.exec(text.slice(start, end))?.[0].length ?? 0), end }
}

function partsOf(blocks: Block[], text: string): { text: string; start: number; end: number }[] {
  const parts: { text: string; start: number; end: number }[] = []
  let prefix = ''
  let start = -1
  let end = -1
  const close = () => {
    if (start >= 0) parts.push({ text: prefix + text.slice(start, end), start, end })
    start = -1
  }
  let header = ''
  for (const piece of blocks.flatMap(block => piecesOf(block, text))) {
    if (piece.kind === 'header') header = `${text.slice(piece.start, piece.end)}\n`
    else if (piece.kind === 'text') header = ''
    if (start >= 0 && prefix.length + piece.end - start > maxLength) close()
    if (start < 0) {
      start = piece.start
      prefix = piece.kind === 'row' && header.length < maxLength / 3 ? header : ''
    }
    end = piece.end
  }
  close()
  return parts
}

type Piece = { kind: Block['kind']; start: number; end: number }

function piecesOf(block: Block, text: string): Piece[] {
  if (block.end - block.start <= maxLength * 0.66) return [block]
  const pieces: Piece[] = []
  let from = block.start
  while (block.end - from > maxLength * 0.66) {
    const window = text.slice(from, from + Math.round(maxLength * 0.66))
    const at = from + (lastMatch(window, /[.!?…;]["”’)]?\s/g) ?? lastMatch(window, /[,:]?\s/g) ?? window.length)
    pieces.push({ kind: block.kind, ...trimmedRange(text, from, at) })
    from = at
  }
  pieces.push({ kind: block.kind, ...trimmedRange(text, from, block.end) })
  return pieces.filter(piece => piece.end > piece.start)
}

function lastMatch(text: string, pattern: RegExp): number | null {
  let found: number | null = null
  for (const match of text.matchAll(pattern)) if (match.index > text.length / 3) found = match.index + match[0].length
  return found
}

function trimmedRange(text: string, start: number, end: number): { start: number; end: number } {
  const slice = text.slice(start, end)
  const from = start + slice.length - slice.trimStart().length
  return { start: from, end: Math.max(from, from + slice.trim().length) }
}
