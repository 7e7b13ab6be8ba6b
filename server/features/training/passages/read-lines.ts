/** Judged by looks (length, capitals, columns, leaders, prices): extracted PDF and Word text has few marks. */

export type Line = { start: number; end: number; text: string }

const value = String.raw`(?:(?:từ|tu|chỉ|only|from)\s+)?[~≈]?\$?\d(?:[\d.,]*\d)?(?:\s?[-–—]\s?\d(?:[\d.,]*\d)?)?\s?(?:₫|\$|€|%|\p{L}{1,6})?(?:\s?[-–—]\s?\d(?:[\d.,]*\d)?\s?\p{L}{1,6})?(?:\s?\/\s?\p{L}+)?`
const valueOnly = new RegExp(
  String.raw`^(?:giá|price|:)?\s*:?\s*(?:${value}|miễn phí|liên hệ|free|contact us)\.?$`,
  'iu',
)
const money = /\d[\d.,]*\s?(?:k|đ|vnđ|vnd|₫|đồng|usd|triệu|tr|%)(?![\p{L}\d])|\$\s?\d/iu
const leader = /\s*(?:\.{3,}|…{1,}|_{3,}|·{3,}|-{3,}|(?:\s\.){4,})\s*/u

export function readLines(text: string): Line[] {
  const lines: Line[] = []
  const pattern = /[^\n\f]+/g
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const trimmed = match[0].trim()
    if (!trimmed) continue
    const start = match.index + match[0].indexOf(trimmed)
    lines.push({ start, end: start + trimmed.length, text: trimmed })
  }
  return lines
}

export function cellsOf(line: string): string[] | null {
  if (/^\|.*\|$/.test(line) || (line.match(/ \| /g)?.length ?? 0) >= 1) {
    return line
      .replace(/^\||\|$/g, '')
      .split('|')
      .map(cell => cell.trim())
  }
  if (/\t|\S {3,}\S/.test(line)) {
    const cells = line
      .split(/\t+| {3,}/)
      .map(cell => cell.trim())
      .filter(Boolean)
    return cells.length >= 2 ? cells : null
  }
  const parts = line
    .split(leader)
    .map(part => part.trim())
    .filter(Boolean)
  if (parts.length >= 2 && parts.length <= 4 && leader.test(line) && /\d|miễn phí|free|liên hệ/i.test(parts.at(-1)!))
    return parts
  return null
}

export function isTableRule(line: string): boolean {
  return /^[|\s:+-]+$/.test(line) && line.includes('-') && line.length >= 3
}

export function isListItem(line: string): boolean {
  return /^(?:[-*•●▪◦‣–+✓✔☑►➤»]|\(?[a-zđ]\)|\(?\d{1,2}\))\s+\S/u.test(line)
}

export function isNumbered(line: string): boolean {
  return /^\d{1,2}(?:\.\d{1,2})*[.):]?\s+\p{L}/u.test(line)
}

/** "Địa chỉ: …", "Hotline/Zalo: …" */
export function isLabelled(line: string): boolean {
  return /^\p{Lu}[^:.!?]{1,40}:\s/u.test(line)
}

export function isValueOnly(line: string): boolean {
  return line.length <= 40 && valueOnly.test(line)
}

export function isNoise(line: string): boolean {
  return /^(?:[-–—_=*~.·\s]{3,}|(?:trang|page)\s+\d+(?:\s?(?:\/|of|trên)\s?\d+)?|[-–—]\s?\d{1,3}\s?[-–—])$/iu.test(line)
}

export function markedLevel(line: string): number {
  return /^(#{1,6})\s+\S/.exec(line)?.[1]!.length ?? 0
}

/** "HỎI: …?" / "Q: …?" / "Câu 3: …?" */
export function askedQuestion(line: string): string | null {
  const match = /^(?:(?:hỏi|câu hỏi|câu|question|q)\s*\d{0,3}\s*[:.)]\s*)(.{4,160})$/iu.exec(line)
  return match && (match[1]!.endsWith('?') || /^(?:hỏi|q|question)/iu.test(line)) ? match[1]!.trim() : null
}

/** 0 unless the answer is on the same line. */
export function askedOnLine(line: string): number {
  return /^(?:hỏi|câu hỏi|câu|question|q)\s*\d{0,3}\s*[:.)]\s*[^?]{3,160}\?(?=\s+\S)/iu.exec(line)?.[0].length ?? 0
}

export function isCaption(line: string): boolean {
  return line.length <= 120 && /^(?:bảng|biểu phí|table)(?:\s+\d{1,2})?\s*[:.–-]\s*\p{L}[^.!?]*$/iu.test(line)
}

/** "Đáp: …" / "A: …": where the answer itself begins. */
export function answerMark(line: string): number {
  return /^(?:đáp|trả lời|answer|a)\s*:\s*/iu.exec(line)?.[0].length ?? 0
}

/** 0 no, 1 if its place allows it, 2 by itself (capitals, numbering). */
export function headingLikelihood(line: string): 0 | 1 | 2 {
  const body = line.replace(/\s*:$/, '')
  if (body.length > 90 || body.length < 2 || !/\p{L}{2}/u.test(body)) return 0
  if (/[.;,!…]$/.test(body) || isListItem(line) || cellsOf(line) || isValueOnly(line)) return 0
  const count = body.split(/\s+/).length
  if (count > 14) return 0
  const letters = body.replace(/[^\p{L}]/gu, '')
  const numbered =
    /^(?:(?:phần|chương|mục|điều|bước|part|section|chapter)\s+)?(?:[IVX]{1,5}|\d{1,2}(?:\.\d{1,2}){0,2})\s*[.):-]\s+\p{L}/u.test(
      body,
    )
  const capitals = letters.length >= 4 && letters === letters.toUpperCase()
  const plain = numbered ? body.replace(/^[^\p{L}]*/u, '') : body
  if (money.test(plain) || /:\s*\S/.test(plain) || /\d{5,}/.test(plain) || /@|https?:/.test(plain)) return 0
  if (capitals) return 2
  if (numbered) return count <= 10 && !/\p{Ll}[.!?]\s/u.test(plain) ? 2 : 0
  return /^[\p{Lu}\d"“(]/u.test(body) ? 1 : 0
}
