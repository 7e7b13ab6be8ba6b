import { looksLikeHeading } from '../heading.ts'

const BOLD_LINE = /^\s*(\*\*|__)(?=\S)(.{2,160}?)\1\s*:?\s*$/
const BOLD_QUESTION = /^\s*(?:\d{1,2}[.)]\s*)?(\*\*|__)(?=\S)([^*]{3,160}\?)\1\s+(\S.*)$/
/** Characters. Longer lines are no heading, and pairing marks in them is slow. */
const MAX_MARKED_LENGTH = 5_000
const GRID = /^\s*\+(?:[-=]+\+)+\s*$/

export function readMarks(lines: string[]): string[] {
  return withoutGrids(lines).flatMap(line => readLine(line))
}

function readLine(line: string): string[] {
  if (line.length > MAX_MARKED_LENGTH) return [line]
  const asked = BOLD_QUESTION.exec(line)
  if (asked) return [`## ${asked[2]}`, plain(asked[3] ?? '')]
  const bold = BOLD_LINE.exec(line)?.[2]
  if (bold !== undefined && !bold.includes('**') && !/[.,;!]$/.test(bold))
    return [`## ${plain(bold).replace(/:$/, '')}`]
  const text = plain(line)
  return [!/[\t|;]/.test(text) && looksLikeHeading(text) ? `## ${text.trim()}` : text]
}

function plain(line: string): string {
  return line
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(/\\\|/g, '/')
}

function withoutGrids(lines: string[]): string[] {
  if (!lines.some(line => GRID.test(line))) return lines
  return lines.flatMap((line, i) => {
    if (!GRID.test(line)) return [line]
    const below = GRID.test(lines[i - 2] ?? '') && !GRID.test(lines[i - 4] ?? '')
    return below && lines[i - 1]?.includes('|')
      ? [
          line
            .trim()
            .replace(/^\+|\+$/g, '|')
            .replace(/\+/g, '|')
            .replace(/=/g, '-'),
        ]
      : []
  })
}
