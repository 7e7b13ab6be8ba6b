/** Prices hold their VAT: what of an amount is net, what is tax. @param bp hundredths of a percent: 800 is 8 % */
export function splitTax(total: number, bp: number): { net: number; tax: number } {
  const net = Math.round((total * 10_000) / (10_000 + bp))
  return { net, tax: total - net }
}

const weights = [31, 29, 23, 19, 17, 13, 7, 5, 3]

/**
 * What can be said of a Vietnamese tax number (MST). 'valid': ten digits whose check digit fits, also with the three of a
 * branch; twelve digits are the number of a person and carry no check. 'doubtful' is a hint, no refusal: the office that
 * gives them may know more than we.
 */
export function judgeTaxId(text: string): 'empty' | 'valid' | 'doubtful' {
  const plain = text.trim()
  if (plain === '') return 'empty'
  if (/^\d{12}$/.test(plain)) return 'valid'
  const [, main = '', branch] = /^(\d{10})(?:-?(\d{3}))?$/.exec(plain) ?? []
  if (main === '' || branch === '000') return 'doubtful'
  const rest = weights.reduce((sum, weight, at) => sum + weight * Number(main[at]), 0) % 11
  return rest !== 0 && 10 - rest === Number(main[9]) ? 'valid' : 'doubtful'
}
