import type { Candidate, Named } from './candidate.ts'
import { sum } from './measure-asked-words.ts'

/** Whether the reply's subject is the requested thing and not one of its neighbours. */
export function measureNames({ question, reply, siblings, headings, title, shop }: Candidate) {
  const isMet = (term: string): boolean => question.meant.has(term)
  const distinctiveTerms = (terms: readonly string[]): string[] => terms.filter(term => !shop.isStop(term))
  const weightOf = (terms: readonly string[]): number => sum(terms.map(shop.rarity))
  const name = distinctiveTerms(reply.name?.terms ?? [])
  const extra = name.filter(term => !isMet(term))
  const met = name.filter(isMet)
  const all = weightOf(name) || 1
  const fit = (one: Named): number => fitOf(distinctiveTerms(one.terms), question.meant, shop.rarity)
  const own = reply.name ? fit(reply.name) : 0
  const others = siblings.map(fit)
  const best = Math.max(0, ...others)
  const near = distinctiveTerms(shop.terms(headings[0] ?? ''))
  const above = distinctiveTerms(shop.terms(headings.slice(1).join(' ')))
  const called = distinctiveTerms(shop.terms(title))
  return {
    hasName: Number(reply.name !== null),
    nameMet: name.length ? weightOf(met) / all : 0,
    nameExtra: weightOf(extra),
    nameExtraMax: Math.max(0, ...extra.map(shop.rarity)),
    nameFit: own,
    siblings: Math.min(30, siblings.length),
    siblingLead: siblings.length && reply.name ? own - best : 0,
    siblingsAlike: reply.name ? others.filter(other => other >= own - 0.001).length : 0,
    headingMet: near.length ? near.filter(isMet).length / near.length : 0,
    headingExtra: weightOf(near.filter(term => !isMet(term))),
    parentsExtra: weightOf(above.filter(term => !isMet(term))),
    titleMet: called.length ? called.filter(isMet).length / called.length : 0,
    titleExtra: weightOf(called.filter(term => !isMet(term))),
  }
}

function fitOf(terms: readonly string[], meant: ReadonlySet<string>, rarity: (term: string) => number): number {
  return sum(terms.map(term => (meant.has(term) ? rarity(term) : -0.5 * rarity(term))))
}
