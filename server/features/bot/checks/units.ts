/** Folded words; both languages share one name per unit. */
const spellings: Record<string, string> = {
  dong: 'dong vnd',
  usd: 'usd do dollar dollars',
  '%': 'percent',
  minute: 'phut minute minutes mins min',
  hour: 'gio tieng hour hours hrs',
  day: 'ngay day days',
  week: 'tuan week weeks',
  month: 'thang month months',
  year: 'nam year years',
  kg: 'kg kilo kilogram ky can',
  g: 'gram gam grams',
  l: 'lit liter litre liters litres',
  km: 'km cay',
  m: 'met metre meter',
}
const units = new Map(Object.entries(spellings).flatMap(([unit, words]) => words.split(' ').map(word => [word, unit])))

export const unitWords = ['phan tram', ...[...units.keys()].sort((a, b) => b.length - a.length)].join('|')

export function unitOf(word: string): string {
  return word === 'phan tram' ? '%' : (units.get(word) ?? word)
}

export function isUnit(unit: string): boolean {
  return unit in spellings
}

/** How people type a unit short; "d" and "k" are money. */
const short: Record<string, string> = {
  minute: 'p ph',
  hour: 'h g t',
  day: 'n',
  week: 't',
  month: 't th',
  year: 'n',
  kg: 'kg',
}

export function mayAbbreviate(letters: string, unit: string): boolean {
  return short[unit]?.split(' ').includes(letters) ?? false
}
