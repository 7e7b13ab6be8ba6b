import { storyWords } from '../lexicon/story-words.ts'
import { topicWords, type Topic } from '../lexicon/topic-words.ts'
import { phraseBook, phrasesIn, spelledWords } from '../reading/phrase-book.ts'
import type { Place, Statement } from './entries.ts'
import { type Line, parts, type Piece, shownText, trimmed } from './read-cells.ts'

const topics = phraseBook<Topic>(topicWords)
const stories = phraseBook({ headings: storyWords.headings.join(','), openings: storyWords.openings.join(',') })
const persons = new RegExp(
  `^["“(]?(?:${storyWords.persons.map(word => `[${word[0]!.toUpperCase()}${word[0]!}]${word.slice(1)}`).join('|')}) \\p{Lu}\\p{Ll}+(?: \\p{Lu}\\p{Ll}+){0,2}(?!\\p{L})(?: \\([^)]*\\))?(?:,| \\p{Ll})`,
  'u',
)
const bullet =
  /^(?:[-–—*•●▪◦‣+✓✔☑►➤»◆>\p{Extended_Pictographic}\u{fe0f}]+\s*|\(?\d{1,2}(?:\.\d{1,2})*[.)]\s+|\(?[a-zđ]\)\s+|\*\*)+/u
const ends = String.raw`(?<=[^\d\s][.!?…]["”’)*]*)\s+(?=["“(*]*[\p{Lu}\d\p{Extended_Pictographic}])|(?<=\d[.!…])\s+(?=["“(]?\p{Lu})|(?<=\?)\s*[–—→-]\s*`
const sentenceEnd = new RegExp(ends, 'gu')
const itemEnd = new RegExp(`${ends}|(?<=;)\\s+`, 'gu')
const abbreviation = /(?:^|[\s(])(?:TP|Tp|P|Q|ThS|BS|TS|Mr|Mrs|Ms|Dr|St|No|vs|v\.v|e\.g|i\.e|VD|vd|\p{Lu})\.$/u
const labelled = /^([^:?(.]{2,60}?)\s*:\s+\S/u
const question = /\?["”’)*]*$/u
const maxLength = 420

type At = { passage: number; path: readonly string[] }

export function readStatements(lines: readonly Line[], { passage, path }: At): Statement[] {
  const found: Statement[] = []
  const isStoryBlock = path.slice(1).some(text => isStoryHeading(text))
  let asked: Piece | undefined
  for (const line of joined(lines)) {
    const mark = bullet.exec(line.text)?.[0].length ?? 0
    const body = trimmed(line.text.slice(mark), line.start + mark)
    if (body.text.length < 2) continue
    if (question.test(body.text) && body.text.length <= 200) {
      asked = body
      continue
    }
    const sentences = sentencesOf(body)
    const label = labelled.exec(sentences[0]?.text ?? '')?.[1]
    let isStory = isStoryBlock
    let own = asked
    for (const [at, sentence] of sentences.entries()) {
      if (question.test(sentence.text) && at + 1 < sentences.length) {
        own = sentence
        continue
      }
      isStory ||= isStoryOpening(sentence.text)
      const about = [own?.text, at > 0 && !labelled.test(sentence.text) ? label : undefined].flatMap(text =>
        text ? [shownText(text)] : [],
      )
      const text = withoutDash(sentence)
      if (text.text.length >= 2 && /\p{L}/u.test(text.text))
        found.push({
          place: placeOf(passage, text),
          line: placeOf(passage, body),
          about,
          text: shownText(text.text.replace(/\s+/gu, ' ')),
          path,
          isPair: own !== undefined,
          isStory,
          topics: topicsIn([text.text, ...about].join(' ; ')),
        })
    }
    if (body.text.length > 2) asked = undefined
  }
  return found
}

export function topicsIn(text: string): Set<Topic> {
  return new Set(phrasesIn(spelledWords(text), topics).map(({ name }) => name))
}

export const topicBook = topics

function placeOf(passage: number, { start, end }: Piece): Place {
  return { passage, start, end }
}

function withoutDash({ text, start }: Piece): Piece {
  const mark = /^(?:[–—→-]+|=>)\s*/u.exec(text)?.[0].length ?? 0
  return trimmed(text.slice(mark), start + mark)
}

/** Rejoins lines broken within a sentence. */
function joined(lines: readonly Line[]): Piece[] {
  const out: Piece[] = []
  for (const line of lines) {
    const last = out.at(-1)
    const continues =
      last &&
      /^\p{Ll}/u.test(line.text) &&
      !bullet.test(line.text) &&
      /[\p{L}\d,)]$/u.test(last.text) &&
      last.text.length > 50
    if (continues)
      out[out.length - 1] = {
        text: `${last.text}${' '.repeat(line.start - last.end)}${line.text}`,
        start: last.start,
        end: line.end,
      }
    else out.push(line)
  }
  return out
}

function sentencesOf(body: Piece): Piece[] {
  const cut: Piece[] = []
  for (const piece of parts(body, listsSeveral(body.text) ? itemEnd : sentenceEnd, false)) {
    const last = cut.at(-1)
    if (last && abbreviation.test(last.text))
      cut[cut.length - 1] = trimmed(body.text.slice(last.start - body.start, piece.end - body.start), last.start)
    else cut.push(piece)
  }
  return cut.filter(({ text }) => text.length <= maxLength)
}

/** "A: 20k; B: 30k" lists two things; "căn cước và bằng lái; không giữ giấy tờ" is one. */
function listsSeveral(text: string): boolean {
  return text.split(/;\s/u).filter(part => /\d|:\s/u.test(part)).length > 1
}

function isStoryHeading(text: string): boolean {
  return (
    text.length <= 80 && phrasesIn(spelledWords(text), stories).some(({ name, at }) => name === 'headings' && at <= 2)
  )
}

function isStoryOpening(text: string): boolean {
  if (phrasesIn(spelledWords(text).slice(0, 4), stories).some(({ at }) => at === 0)) return true
  return persons.test(text) && !/\d{8,}|hotline|zalo|phụ trách|quản lý/iu.test(text)
}
