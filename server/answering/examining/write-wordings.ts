import { fold } from '#shared/rules/text/fold.ts'
import type { Language } from '#shared/words.ts'
import {
  bothLanguages,
  doneWords,
  frameWords,
  readForms,
  sameEnglishWords,
  sameWords,
  shortForms,
  sumWords,
} from '../lexicon/wording-words.ts'

const maxWordings = 8
/** Longer questions are stories and are not reworded. */
const maxWords = 18

/** Other wordings, likeliest first: synonyms, word order, typing habits, the other language if certain. All differ after folding. */
export function writeWordings(question: string, language: Language): string[] {
  const plain = writtenOut(question)
  if (plain.split(' ').length > maxWords) return []
  const core = withoutFrame(plain)
  if (core === '') return []
  const wordings = language === 'vi' ? inVietnamese(core) : [...inEnglish(core), ...inOrderOfEnglish(core)]
  return distinct(question, [...wordings, ...inOtherLanguage(core, language)]).slice(0, maxWordings)
}

export function withoutMarks(question: string): string {
  return fold(question.toLowerCase())
    .replace(/[?!.…]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

export function shortened(question: string): string {
  return shorts.reduce((text, [long, short]) => replaceAll(text, long, short), tidy(question))
}

function inVietnamese(core: string): string[] {
  const others = [...turned(core), ...replaced(core, groupsOf(sameWords))]
  const [first, second, third, ...rest] = others
  return [
    ...(first ? [`${first} vậy shop`] : []),
    `${shortened(core)} shop`,
    ...(second ? [shortened(second)] : []),
    ...(third ? [`cho mình hỏi ${third} ạ`] : []),
    `shop ơi ${shortened(first ?? core)} v`,
    ...rest.map(shortened),
    ...(others.length < 2 ? [`cho mình hỏi ${core} ạ`] : []),
  ]
}

function turned(core: string): string[] {
  const can = /^(?:có )?(.+) được không$/u.exec(core)?.[1]
  const has = /^có (.+) không$/u.exec(core)?.[1]
  const costs = /^(?:giá )?(.+?)(?: giá)?(?: là| hết| mất| khoảng)? bao nhiêu(?: tiền)?$/u.exec(core)?.[1]
  const happens = /^(.+?)(?: thì)? (?:thế nào|như thế nào|làm sao|sao)$/u.exec(core)?.[1]
  return [
    ...(can && beginsWith(can, doneWords) ? [`có ${can} không`] : []),
    ...(has && !can ? [...(beginsWith(has, doneWords) ? [`${has} được không`] : []), `bên mình có ${has} không`] : []),
    ...(costs && !asks.test(costs)
      ? beginsWith(costs, sumWords)
        ? [`${costs} nhiêu tiền`, `${costs} hết bao nhiêu`]
        : [`giá ${costs} bao nhiêu`, `${costs} nhiêu tiền`, `${costs} giá sao`]
      : []),
    ...(happens && !asks.test(happens) ? [`${happens} thì sao`, `${happens} thì làm sao`] : []),
  ].filter(one => one !== core)
}

const asks = /(?<!\p{L})(?:mấy|nào|gì|ai|đâu|bao|không|sao)(?!\p{L})/u

function inEnglish(core: string): string[] {
  return replaced(core, groupsOf(sameEnglishWords)).map(one => `${one}?`)
}

function inOrderOfEnglish(core: string): string[] {
  const price = /^(?:how much (?:is|are)|what is the price of) (?:the |a )?(.+)$/u.exec(core)?.[1]
  const has = /^(?:do you have|is there) (?:a |an |any )?(.+)$/u.exec(core)?.[1]
  return [
    ...(price ? [`${price} price?`, `how much does ${price} cost?`] : []),
    ...(has ? [`any ${has}?`, `${has} available?`] : []),
  ]
}

/** Only if nothing else is asked: "ship đi Phú Quốc" is not shipping in general. */
function inOtherLanguage(core: string, language: Language): string[] {
  const asked = key(core)
  const topic = topics.find(({ vi, en }) => (language === 'vi' ? vi : en).some(one => key(one) === asked))
  if (!topic) return []
  return (language === 'vi' ? topic.en : topic.vi).slice(0, 2)
}

const topics = lines(bothLanguages).map(line => {
  const [vi = '', en = ''] = line.split('|')
  return { vi: listed(vi), en: listed(en) }
})

const pairsOf = (list: string) => lines(list).map(line => line.split('=') as [string, string])
const shorts = pairsOf(shortForms)

function writtenOut(question: string): string {
  const forms = [...shorts, ...pairsOf(readForms)]
  // "h" is expanded only after digits; alone it may mean anything.
  return forms.reduce(
    (text, [long, short]) =>
      short.length > 1 || short === 'k' || short === 'j' ? replaceAll(text, short, long) : text,
    tidy(question),
  )
}

const ends = new Map(
  (['before', 'after'] as const).map(side => [side, listed(frameWords[side]).sort((a, b) => b.length - a.length)]),
)

function withoutFrame(text: string): string {
  let left = text
  for (let isMore = true; isMore;) {
    const before = ends.get('before')!.find(frame => left.startsWith(`${frame} `))
    const after = ends.get('after')!.find(frame => left.endsWith(` ${frame}`))
    if (before) left = left.slice(before.length + 1)
    else if (after) left = left.slice(0, -after.length - 1)
    isMore = before !== undefined || after !== undefined
  }
  return left.trim()
}

function replaced(core: string, groups: string[][]): string[] {
  return groups.flatMap(group => {
    const found = group.filter(phrase => stands(core, phrase)).sort((a, b) => b.length - a.length)[0]
    return found ? group.filter(one => one !== found).map(one => replaceAll(core, found, one)) : []
  })
}

const groupsOf = (list: string): string[][] => lines(list).map(listed)

function beginsWith(text: string, words: string): boolean {
  return listed(words).some(word => text === word || text.startsWith(`${word} `))
}

function stands(text: string, phrase: string): boolean {
  return ` ${text} `.includes(` ${phrase} `)
}

function replaceAll(text: string, phrase: string, other: string): string {
  return ` ${text} `.replaceAll(` ${phrase} `, ` ${other} `).trim()
}

function distinct(question: string, wordings: string[]): string[] {
  const seen = new Set([key(question)])
  return wordings.filter(one => !seen.has(key(one)) && seen.add(key(one)))
}

function key(text: string): string {
  return fold(tidy(text))
}

function tidy(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}-]+/gu, ' ')
    .trim()
}

function lines(list: string): string[] {
  return list.split('\n').filter(Boolean)
}

function listed(phrases: string): string[] {
  return phrases
    .split(',')
    .map(phrase => phrase.trim())
    .filter(Boolean)
}
