const graphemes = new Intl.Segmenter('vi', { granularity: 'grapheme' })
const sentences = new Intl.Segmenter('vi', { granularity: 'sentence' })
/** A part is cut at a better place only where it stays at least so full. */
const fullEnough = 0.4

/**
 * Cuts a text into parts that a platform takes, each at most `most` UTF-16 units (and so code points), in its own form and in NFC:
 * at the end of a paragraph, a line, a sentence, a word, and only at the worst between two letters, never inside of one. White space
 * at the cuts is dropped; nothing else is.
 */
export function splitText(text: string, most = 2000): string[] {
  const parts: string[] = []
  let rest = text.trim()
  while (!fits(rest, most)) {
    const window = longestFit(rest, most)
    const cut = bestCut(rest, window)
    parts.push(rest.slice(0, cut).trimEnd())
    rest = rest.slice(cut).trimStart()
  }
  return rest === '' ? parts : [...parts, rest]
}

/** A text where there is room for so many UTF-16 units: cut between two letters, the cut marked. */
export function cutText(text: string, most: number): string {
  return fits(text, most) ? text : `${text.slice(0, longestFit(text, most - 1)).trimEnd()}…`
}

function fits(text: string, most: number): boolean {
  return text.length <= most && text.normalize('NFC').length <= most
}

/** Units of the longest beginning that fits and ends between two letters. */
function longestFit(text: string, most: number): number {
  let end = 0
  for (const { segment, index } of graphemes.segment(text.slice(0, most + 200))) {
    if (!fits(text.slice(0, index + segment.length), most)) break
    end = index + segment.length
  }
  // One letter with more marks than a message holds: between its code points then.
  return end > 0 ? end : wholeCodePoints(text, most)
}

function wholeCodePoints(text: string, most: number): number {
  let end = Math.min(most, text.length)
  while (end > 1 && (!text.slice(0, end).isWellFormed() || !fits(text.slice(0, end), most))) end -= 1
  return end
}

function bestCut(text: string, window: number): number {
  const head = text.slice(0, window)
  const least = Math.floor(window * fullEnough)
  // What follows the window tells whether its end is one.
  if (/^\s/.test(text.slice(window))) return window
  for (const end of [head.lastIndexOf('\n\n'), head.lastIndexOf('\n'), lastSentence(head)]) if (end > least) return end
  const word = /\s(?=\S*$)/.exec(head)?.index ?? 0
  return word > 0 ? word : window
}

/** Where the last sentence that may be unfinished begins. */
function lastSentence(head: string): number {
  let begin = 0
  for (const { index } of sentences.segment(head)) begin = index
  return begin
}
