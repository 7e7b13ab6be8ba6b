/** Plural, -ing, -ed and final -e only; more merged unrelated words (measured). Vietnamese syllables are unchanged. */

const vietnameseSyllable = /^(?:ngh?|nh|gh|gi|kh|ph|qu|th|tr|ch|[bcdghklmnprstvx])?[aeiouy]{1,3}(?:ch|nh|ng|[cmnpt])?$/
const vowel = /[aeiouy]/

export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word) || vietnameseSyllable.test(word)) return word
  const base = withoutTense(withoutPlural(word))
  return base.length > 4 && base.endsWith('e') ? base.slice(0, -1) : base
}

function withoutPlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:x|ch|sh)es$/.test(word)) return word.slice(0, -2)
  if (/[^su]s$/.test(word)) return word.slice(0, -1)
  return word
}

function withoutTense(word: string): string {
  const match = /^(.{3,})(?:ing|ed)$/.exec(word) ?? /^(.{2,}[^e])ed$/.exec(word)
  const rest = match?.[1]
  if (!rest || !vowel.test(rest)) return word
  if (/([^aeiouylsz])\1$/.test(rest)) return rest.slice(0, -1)
  return rest
}

export function isSyllable(word: string): boolean {
  return vietnameseSyllable.test(word)
}
