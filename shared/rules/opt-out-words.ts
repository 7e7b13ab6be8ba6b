import { consentAnswerOf } from './campaigns/consent-answers.ts'
import { type Clause, clausesOf } from './opt-out-clauses.ts'
import { dataRequestOf } from './data-request-words.ts'
import { likelyAt, scoreOptOut, sureAt, unclearAt } from './opt-out-score.ts'
import { fold } from './text/fold.ts'

/**
 * `doubtful`: it may also mean an order or an answer; what went before decides. `likely`: the same, not by a rule. `unclear`: rather something
 * else.
 */
export type OptOut = 'sure' | 'doubtful' | 'likely' | 'unclear' | 'none'

/** Each word becomes its classes in brackets, so a word may be several things. */
const one = (classes: string): string => String.raw`\[[^\]]*[${classes}][^\]]*\]`
const any = (classes: string): string => `(?:${one(classes)})*`
const whole = (...parts: string[]): RegExp => new RegExp(`^${any('.pf')}${parts.join(any('.f'))}$`)
const tail = any('.fomp')
const few = String.raw`(?:\[[^\]]*\]){0,6}`

const refusals = [
  whole(one('R'), any('.fomplr')),
  whole(one('d'), one('gsr'), tail),
  whole(one('d'), one('o'), tail),
  whole(one('e'), one('s'), tail),
  whole(one('e'), one('g'), any('.f'), one('om'), tail),
  whole(one('e'), one('o'), tail),
  whole(one('e'), one('w'), one('gsr'), any('.f'), one('om'), tail),
  whole(one('n'), one('w'), one('gs'), tail),
  whole(one('n'), one('w'), `(?:${one('r')})?`, any('.fm'), one('o'), tail),
  whole(one('N'), one('r'), any('.f'), one('o'), tail),
  whole(one('N'), one('a'), tail),
  whole(one('N'), one('gs'), any('.fo'), one('m'), tail),
  whole(one('c'), one('ruo'), any('.fomr')),
  whole(one('xc'), any('.fy'), one('l'), any('.fompr')),
]
const bare = whole(one('S'), tail)
const doubtful = [
  new RegExp(`^${any('.p')}${one('Dc')}${any('.p')}$`),
  whole(one('e'), one('g'), any('.f')),
  whole(one('n'), one('w'), one('r'), any('.fm')),
  whole(one('N'), one('r'), one('m'), any('.f')),
  whole(one('x'), any('.f'), one('y'), any('.fv')),
  whole(one('x'), one('.f'), one('v'), any('.f')),
]
const within = [
  new RegExp(`${one('de')}${any('.f')}${one('gs')}${any('.f')}${one('o')}${tail}$`),
  new RegExp(`${one('de')}${any('.f')}${one('s')}${any('.f')}${one('m')}${tail}$`),
  new RegExp(`${one('deN')}${any('.f')}${one('gs')}${any('.f')}${one('o')}${few}${one('m')}${tail}$`),
  new RegExp(`${one('o')}${few}${one('de')}${any('.f')}${one('gs')}${tail}$`),
]
const mayRefuse = [
  new RegExp(`(?:${one('deN')}|${one('n')}${any('.f')}${one('w')})${any('.f')}${one('gs')}${few}${one('m')}`),
  new RegExp(`${one('N')}${any('.f')}${one('r')}${any('.f')}${one('o')}${few}${one('m')}`),
  new RegExp(`${one('N')}${any('.f')}${one('a')}${few}${one('m')}`),
  new RegExp(`${one('o')}${few}${one('N')}${any('.f')}${one('r')}${any('.f')}${one('m')}`),
  whole(one('N'), one('gs'), any('.f'), one('o'), tail),
  new RegExp(one('x') + one('V')),
  new RegExp(one('Z')),
  new RegExp(`${one('gs')}${any('.f')}${one('m')}${few}${one('t')}`),
]
const turnsAround = new RegExp(one('qindec'))
const fillerOnly = new RegExp(`^${any('.f')}$`)
const fedUp = new RegExp(`^${any('.fbogsmwnNr')}$`)
const asks = new RegExp(one('p'))
const namesMessages = new RegExp(one('oRul'))
const refuses = new RegExp(one('bcdDenNRStvVxZ'))
const aboutMessages = new RegExp(one('osgSR'))

/** Longer ones tell a story, for people and the bot to read. */
const maxLength = 400

/** By rules, and for what they do not know by how it compares with what many customers wrote. */
export function optOutOf(text: string): OptOut {
  const ruled = ruledOptOut(text)
  if (ruled !== 'none' || text.length > maxLength || isAnotherIntent(text)) return ruled
  const clauses = clausesOf(text)
  if (clauses.length === 0) return 'none'
  const score = scoreOptOut(text, clauses)
  const has = (pattern: RegExp) => clauses.some(({ tokens }) => pattern.test(tokens))
  const words = clauses.reduce((sum, { typed }) => sum + typed.length, 0)
  if (score >= sureAt && words > 4 && has(namesMessages)) return 'sure'
  if (score >= likelyAt && consentAnswerOf(text) === 'decline') return 'doubtful'
  // Few words may mean anything: "gửi luôn đi".
  if (score >= likelyAt && words > (has(refuses) ? 2 : 4)) return 'likely'
  return score >= unclearAt ? 'unclear' : 'none'
}

/** Has rules of its own, which know better than the weights. */
function isAnotherIntent(text: string): boolean {
  return comesBack(text) || consentAnswerOf(text) === 'agree' || dataRequestOf(text) !== 'none'
}

export function ruledOptOut(text: string): Exclude<OptOut, 'likely' | 'unclear'> {
  if (text.length > maxLength) return 'none'
  const clauses = clausesOf(text)
  if (clauses.length === 0) return 'none'
  const judged = clauses.map(judge)
  if (judged.includes('explicit')) return 'sure'
  const alone = !judged.includes('other')
  if (judged.includes('sure') || judged.includes('bare')) return alone ? 'sure' : 'doubtful'
  if (judged.includes('within')) return 'doubtful'
  const spoken = clauses.some(({ tokens }, at) => judged[at] !== 'doubtful' && aboutMessages.test(tokens))
  return judged.includes('doubtful') && (alone || spoken) ? 'doubtful' : 'none'
}

/** `agree` and `decline` only mean something if a question was asked. */
export type OptOutIntent =
  | 'none'
  | 'unclear_stop'
  | 'likely_stop'
  | 'maybe_stop'
  | 'stop'
  | 'stop_all'
  | 'resume'
  | 'agree'
  | 'decline'

/** Whether there is a refusal to take back, the caller knows. */
export function optOutIntentOf(text: string): OptOutIntent {
  const refusal = optOutOf(text)
  if (refusal === 'sure') return /\bstop[ -]?all\b/.test(fold(text)) ? 'stop_all' : 'stop'
  if (refusal === 'doubtful') return 'maybe_stop'
  const answer = comesBack(text) ? 'resume' : consentAnswerOf(text)
  if (answer !== 'none') return answer
  if (refusal === 'likely') return 'likely_stop'
  return refusal === 'unclear' ? 'unclear_stop' : 'none'
}

export function comesBack(text: string): boolean {
  const [clause, ...rest] = clausesOf(text.slice(0, maxLength))
  return clause !== undefined && rest.length === 0 && backAgain.test(fold(clause.typed.join(' ')))
}
const backAgain =
  /^(?:(?:da|vang|em|cho|minh|toi|shop|oi|xin|muon|please|i want to) )*(?:lai|start|unstop|nhan lai|nhan tin lai|nhan lai tin(?: nhan)?|dang k[yi] lai|subscribe|resubscribe|start again)(?: (?:a|nhe|nha|di|shop|em|minh|nhan|please|pls|again))*$/

type Verdict = 'explicit' | 'sure' | 'bare' | 'within' | 'doubtful' | 'silent' | 'other'

function judge({ tokens, question }: Clause): Verdict {
  // "Can you stop?" is a request; "you stopped?" only asks.
  const merelyAsks = question && !asks.test(tokens)
  if (refusals.some(refusal => refusal.test(tokens))) {
    if (merelyAsks) return 'other'
    return namesMessages.test(tokens) ? 'explicit' : 'sure'
  }
  if (bare.test(tokens)) return merelyAsks ? 'doubtful' : 'bare'
  if (doubtful.some(pattern => pattern.test(tokens))) return merelyAsks ? 'other' : 'doubtful'
  if (!question && found(within, tokens)) return 'explicit'
  if (!question && found(mayRefuse, tokens)) return 'within'
  return fillerOnly.test(tokens) || (fedUp.test(tokens) && !question) ? 'silent' : 'other'
}

/** Not preceded by "if", "why", "do not". */
function found(patterns: RegExp[], tokens: string): boolean {
  return patterns.some(pattern => {
    const at = tokens.search(pattern)
    return at >= 0 && !turnsAround.test(tokens.slice(0, at))
  })
}
