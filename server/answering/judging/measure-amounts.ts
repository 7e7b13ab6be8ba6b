import { askedQuantities, holdsQuantity, type Quantity, quantitiesIn } from '../reading/quantities.ts'
import type { Candidate } from './candidate.ts'

/** The question's own numbers, sizes, ages, days and amounts: met by what is said, or contradicted by it. */
export function measureAmounts({ question, said, headings, passage, shop }: Candidate) {
  const asked = askedQuantities(shop.terms(question.text))
  const line = quantitiesIn(shop.terms(`${headings.join('\n')}\n${said.line}`))
  const around = quantitiesIn(shop.terms(passage))
  const counted = asked.filter(({ kind }) => kind !== 'plain')
  const bare = asked.filter(({ kind }) => kind === 'plain')
  const others = said.text.split('\n').map(text => quantitiesIn(shop.terms(text)))
  const isMet = (one: Quantity): boolean => line.some(other => holdsQuantity(other, one))
  const isContradicted = (one: Quantity): boolean => !isMet(one) && line.some(({ kind }) => kind === one.kind)
  const figures = new Set(shop.terms(`${headings.join('\n')}\n${said.line}`).filter(term => /^\d/.test(term)))
  const isThere = (one: Quantity): boolean => figures.has(String(one.from)) || isMet(one)
  const byRange = counted.filter(one => line.some(other => holdsQuantity(other, one) && other.from !== other.to))
  const codes = shop
    .terms(question.text)
    .filter(term => /\d/.test(term) && /\p{L}/u.test(term) && !/^\d+h\d\d$/.test(term))
  const letters = new Set(shop.terms(said.line))
  return {
    amounts: counted.length,
    amountsMet: counted.filter(isMet).length,
    amountsByRange: byRange.length,
    amountsContradicted: counted.filter(isContradicted).length,
    amountsMissed: counted.filter(one => !isMet(one) && !isContradicted(one)).length,
    amountsElsewhere: counted.filter(one => !isMet(one) && around.some(other => holdsQuantity(other, one))).length,
    // Of several lines that are said each may hold for other amounts.
    linesContradict: others.filter(own =>
      counted.some(one => own.some(({ kind }) => kind === one.kind) && !own.some(other => holdsQuantity(other, one))),
    ).length,
    figures: bare.length,
    figuresMissed: bare.filter(one => !isThere(one)).length,
    codesMissed: codes.filter(code => !letters.has(code)).length,
    // What the line holds for only some amounts, and the question names none.
    saidBounds: line.filter(({ from, to, kind }) => from !== to && kind !== 'clock' && kind !== 'money').length,
    saidAmountsNotAsked: new Set(
      line
        .filter(({ kind }) => kind !== 'money' && kind !== 'plain' && !asked.some(one => one.kind === kind))
        .map(({ kind }) => kind),
    ).size,
  }
}
