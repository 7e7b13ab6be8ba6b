import { cleanText, fold } from './fold.ts'
import { optOutLexicon } from './opt-out-lexicon.ts'

/**
 * Whether a message refuses further messages.
 * `sure`: it does. `doubtful`: it may, or means an order or an answer; what went before decides.
 */
export type OptOut = 'sure' | 'doubtful' | 'none'

type Phrase = { words: string[]; classes: string }
const phrases = new Map<string, Phrase[]>()
for (const line of optOutLexicon.split('\n').filter(Boolean)) {
  const [classes = '', list = ''] = line.split(/: (.*)/s)
  for (const listed of list.split(', ')) {
    const words = listed.split(' ')
    const key = fold(words[0]!)
    phrases.set(key, [...(phrases.get(key) ?? []), { words, classes: classes.replaceAll(', ', '') }])
  }
}

/** Each word's classes stand in brackets, so that a pattern asks "one that may be d" and a word may be several things. */
const one = (classes: string): string => String.raw`\[[^\]]*[${classes}][^\]]*\]`
const any = (classes: string): string => `(?:${one(classes)})*`
const whole = (...parts: string[]): RegExp => new RegExp(`^${any('.pf')}${parts.join(any('.f'))}$`)
const tail = any('.fomp')

/** What refuses, and says of itself that messages are meant. */
const refusals = [
  whole(one('R'), any('.fompl')),
  whole(one('d'), one('gsr'), tail),
  whole(one('d'), one('o'), tail),
  whole(one('e'), one('s'), tail),
  whole(one('e'), one('g'), any('.f'), one('om'), tail),
  whole(one('e'), one('o'), tail),
  whole(one('e'), one('w'), one('gsr'), any('.f'), one('om'), tail),
  whole(one('n'), one('w'), one('gs'), tail),
  whole(one('n'), one('w'), `(?:${one('r')})?`, any('.fm'), one('o'), tail),
  whole(one('N'), one('r'), any('.f'), one('o'), tail),
  whole(one('N'), one('gs'), any('.fo'), one('m'), tail),
  whole(one('c'), one('ruo'), any('.fomr')),
  whole(one('xc'), any('.fy'), one('l'), tail),
]
/** The same, where it stands alone. */
const bare = whole(one('S'), tail)
const doubtful = [
  new RegExp(`^${any('.p')}${one('D')}${any('.p')}$`),
  whole(one('e'), one('g'), any('.f')),
  whole(one('n'), one('w'), one('r'), any('.fm')),
]
const endsWithRefusal = new RegExp(
  `${one('de')}${any('.f')}${one('gs')}${any('.f')}${one('o')}${tail}$|${one('de')}${any('.f')}${one('s')}${any('.f')}${one('m')}${tail}$`,
)
const turnsAround = new RegExp(`${one('qindec')}`)
const sayNothing = new RegExp(`^${any('.f')}$`)
const fedUp = new RegExp(`^${any('.fbogsmwnNr')}$`)
const asks = new RegExp(one('p'))
const namesMessages = new RegExp(one('oRul'))

/** Longer ones tell a story; what is said there is for people and the bot. */
const longest = 400
const mostWords = 60

/** Judges the whole message. Polite words, marks and capitals make no difference. */
export function optOutOf(text: string): OptOut {
  if (text.length > longest) return 'none'
  const clauses = clausesOf(text)
  if (clauses.length === 0) return 'none'
  const judged = clauses.map(judge)
  const others = judged.filter(verdict => verdict === 'other').length
  if (judged.includes('explicit')) return 'sure'
  if (judged.includes('sure')) return others === 0 ? 'sure' : 'none'
  if (judged.includes('bare')) return others === 0 ? 'sure' : 'doubtful'
  return judged.includes('doubtful') && others === 0 ? 'doubtful' : 'none'
}

/** Ways to take it back, as our confirmation names them. */
export function comesBack(text: string): boolean {
  const [clause, ...rest] = clausesOf(text.slice(0, longest))
  return clause !== undefined && rest.length === 0 && backAgain.test(fold(clause.typed.join(' ')))
}
const backAgain =
  /^(?:(?:da|vang|em|cho|minh|toi|shop|oi|xin|muon|please|i want to) )*(?:lai|start|unstop|nhan lai|nhan tin lai|nhan lai tin(?: nhan)?|dang k[yi] lai|subscribe|resubscribe|start again)(?: (?:a|nhe|nha|di|shop|em|minh|nhan|please|pls|again))*$/

type Clause = { typed: string[]; tokens: string; question: boolean }
type Verdict = 'explicit' | 'sure' | 'bare' | 'doubtful' | 'silent' | 'other'

function judge({ tokens, question }: Clause): Verdict {
  // "Can you stop?" asks for it; "you stopped?" asks.
  const merelyAsks = question && !asks.test(tokens)
  if (refusals.some(refusal => refusal.test(tokens))) {
    if (merelyAsks) return 'other'
    return namesMessages.test(tokens) ? 'explicit' : 'sure'
  }
  if (bare.test(tokens)) return merelyAsks ? 'doubtful' : 'bare'
  if (doubtful.some(pattern => pattern.test(tokens))) return merelyAsks ? 'other' : 'doubtful'
  const refusal = endsWithRefusal.exec(tokens)
  if (refusal && !question && !turnsAround.test(tokens.slice(0, refusal.index))) return 'explicit'
  if (sayNothing.test(tokens) || (fedUp.test(tokens) && !question)) return 'silent'
  return 'other'
}

function clausesOf(text: string): Clause[] {
  const clauses: Clause[] = []
  const parts = cleanText(text)
    .toLowerCase()
    .replace(/['’‘`]/g, '')
    .split(/([.,!?;:\n…–—()"“”]+)/)
  let left = mostWords
  for (let at = 0; at < parts.length; at += 2) {
    const typed = parts[at]!.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
    left -= typed.length
    if (left < 0) return []
    const question = parts[at + 1]?.includes('?') ?? false
    for (const clause of partsOf(typed)) clauses.push({ ...clause, question })
  }
  return clauses
}

/** Longest phrases first; a word that joins two clauses parts them. */
function partsOf(typed: string[]): Omit<Clause, 'question'>[] {
  const clauses: Omit<Clause, 'question'>[] = []
  let words: string[] = []
  let tokens = ''
  const end = () => {
    if (words.length > 0) clauses.push({ typed: words, tokens })
    words = []
    tokens = ''
  }
  for (let at = 0; at < typed.length;) {
    const { length, classes } = longestAt(typed, at)
    if (classes.includes('|')) end()
    else {
      words.push(...typed.slice(at, at + length))
      tokens += `[${classes}]`
    }
    at += length
  }
  end()
  return clauses
}

function longestAt(typed: string[], at: number): { length: number; classes: string } {
  const fitting = (phrases.get(fold(typed[at]!)) ?? []).filter(({ words }) =>
    words.every((word, i) => typed[at + i] !== undefined && mayBe(typed[at + i]!, word)),
  )
  const length = Math.max(1, ...fitting.map(({ words }) => words.length))
  return {
    length,
    classes: fitting
      .filter(({ words }) => words.length === length)
      .map(({ classes }) => classes)
      .join(''),
  }
}

/** The same letters, and no mark that the listed word has not. */
function mayBe(typed: string, listed: string): boolean {
  if (typed === listed) return true
  if (fold(typed) !== fold(listed)) return false
  const known = marksOf(listed)
  return marksOf(typed).every(mark => known.includes(mark))
}

function marksOf(word: string): string[] {
  return word.normalize('NFD').match(/[\u0300-\u036fđ]/g) ?? []
}
