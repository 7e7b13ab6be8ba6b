/** Splits a price that includes VAT. `bp` is in hundredths of a percent: 800 is 8 %. */
export function splitTax(total: number, bp: number): { net: number; tax: number } {
  const net = Math.round((total * 10_000) / (10_000 + bp))
  return { net, tax: total - net }
}

const weights = [31, 29, 23, 19, 17, 13, 7, 5, 3]

/**
 * Vietnamese tax number (MST). 'valid': ten digits with a matching check digit, plus three for a branch, or a person's twelve without a
 * check digit. 'doubtful' is a hint, not a refusal: the tax office may know more than we do.
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
