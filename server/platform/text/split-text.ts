const graphemes = new Intl.Segmenter('vi', { granularity: 'grapheme' })
const sentences = new Intl.Segmenter('vi', { granularity: 'sentence' })
const fullEnough = 0.4

/** At most `maxLength` UTF-16 units, as given and in NFC: never cut inside a grapheme; drops only white space at cuts. */
export function splitText(text: string, maxLength = 2000): string[] {
  const parts: string[] = []
  let rest = text.trim()
  while (!fits(rest, maxLength)) {
    const window = fittingLength(rest, maxLength)
    const cut = bestCut(rest, window)
    parts.push(rest.slice(0, cut).trimEnd())
    rest = rest.slice(cut).trimStart()
  }
  return rest === '' ? parts : [...parts, rest]
}

export function cutText(text: string, maxLength: number): string {
  return fits(text, maxLength) ? text : `${text.slice(0, fittingLength(text, maxLength - 1)).trimEnd()}…`
}

function fits(text: string, maxLength: number): boolean {
  return text.length <= maxLength && text.normalize('NFC').length <= maxLength
}

function fittingLength(text: string, maxLength: number): number {
  let end = 0
  for (const { segment, index } of graphemes.segment(text.slice(0, maxLength + 200))) {
    if (!fits(text.slice(0, index + segment.length), maxLength)) break
    end = index + segment.length
  }
  // One grapheme longer than a message: between code points.
  return end > 0 ? end : wholeCodePoints(text, maxLength)
}

function wholeCodePoints(text: string, maxLength: number): number {
  let end = Math.min(maxLength, text.length)
  while (end > 1 && (!text.slice(0, end).isWellFormed() || !fits(text.slice(0, end), maxLength))) end -= 1
  return end
}

function bestCut(text: string, window: number): number {
  const head = text.slice(0, window)
  const minEnd = Math.floor(window * fullEnough)
  if (/^\s/.test(text.slice(window))) return window
  for (const end of [head.lastIndexOf('\n\n'), head.lastIndexOf('\n'), lastSentence(head)]) if (end > minEnd) return end
  const word = /\s(?=\S*$)/.exec(head)?.index ?? 0
  return word > 0 ? word : window
}

/** The last sentence may be unfinished. */
function lastSentence(head: string): number {
  let begin = 0
  for (const { index } of sentences.segment(head)) begin = index
  return begin
}
