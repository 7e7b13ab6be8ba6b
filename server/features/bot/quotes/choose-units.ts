import type { Found, FoundUnit } from '#features/training/search/find-passages.ts'
import { headingLikelihood } from '#features/training/passages/read-lines.ts'

export const maxUnits = 3
export const maxCharacters = 600

/** Score gap to the best unit within which another unit is quoted too: in the same passage, in another one. */
const nearSame = 1.4
const nearOther = 0.8
/** Units within this score gap fit equally well. */
const equal = 0.35
/** For questions that name no row in full ("giá massage"): scores then differ only by the length of the rows' names. */
const equalKind = 2
const wordingAllowance = 90

export function chooseUnits(found: Found, maxLength = maxCharacters - wordingAllowance, max = maxUnits): FoundUnit[] {
  const units = preferCustomerLanguage(found)
  const [best] = units
  if (!best) return []
  const same = units.filter(unit => unit.passage === best.passage && !isTitle(unit) && !isAnotherRow(unit, best))
  const answer = answerTo(best, units)
  if (answer) return [best, answer]
  const whole = same.length <= max && lengthOf(same) <= maxLength
  const wanted = whole ? [...same] : [best, ...same.filter(unit => unit !== best && unit.score > best.score - nearSame)]
  const others = units.filter(
    unit =>
      unit.passage !== best.passage &&
      !isTitle(unit) &&
      unit.score > best.score - nearOther &&
      !wanted.some(one => sameWords(one, unit)),
  )
  const chosen: FoundUnit[] = []
  for (const unit of [best, ...alsoNamed(units, best), ...holidayUnits(found), ...wanted, ...others]) {
    if (chosen.includes(unit) || chosen.length === max || lengthOf([...chosen, unit]) > maxLength) continue
    chosen.push(unit)
  }
  return chosen.sort((a, b) => a.passage - b.passage || a.unit.start - b.unit.start)
}

/** If a holiday is asked about: ordinary opening hours alone would mislead. */
function holidayUnits({ measure, units }: Found): FoundUnit[] {
  if (!holiday.test(measure.query.text.normalize('NFC').toLowerCase())) return []
  return units.filter(one => one.passage === units[0]?.passage && /lễ|tết/u.test(one.unit.text.toLowerCase()))
}

const holiday = /(?<!\p{L})(?:lễ|tết|tet|30\/4|2\/9|giỗ tổ)(?!\p{L})/u

/** The answer after a question in the document: "Có được mang đồ riêng không? Được, không tính phí." */
function answerTo(best: FoundUnit, units: FoundUnit[]): FoundUnit | undefined {
  if (!/\?["”*]*$/u.test(best.unit.text.trim())) return undefined
  return units
    .filter(unit => unit.passage === best.passage && unit.unit.start > best.unit.start)
    .sort((a, b) => a.unit.start - b.unit.start)[0]
}

function preferCustomerLanguage({ units, passages }: Found): FoundUnit[] {
  const isForeign = (unit: FoundUnit): boolean => passages[unit.passage]!.measures.foreign === 1
  const own = units.filter(unit => !isForeign(unit))
  const [best] = units
  const isAsGood = best !== undefined && own[0] !== undefined && own[0].measures.type >= best.measures.type
  return isAsGood && own[0]!.score > best.score - nearOther ? own : units
}

function isAnotherRow(unit: FoundUnit, best: FoundUnit): boolean {
  return unit !== best && best.named !== null && unit.named === null && nameOf(best) !== null && nameOf(unit) !== null
}

function alsoNamed(units: FoundUnit[], best: FoundUnit): FoundUnit[] {
  if (!best.named) return []
  const named = [best]
  const byLength = units
    .filter(unit => unit.named && !unit.clash)
    .sort((a, b) => b.named!.to - b.named!.from - (a.named!.to - a.named!.from))
  for (const unit of byLength)
    if (named.every(one => unit.named!.to <= one.named!.from || unit.named!.from >= one.named!.to)) named.push(unit)
  return named.slice(1)
}

/** More equally good rows than fit in a reply: the customer has to choose. */
function equalRows(found: Found): FoundUnit[] {
  const best = found.units[0]
  if (!best) return []
  const tied = found.units.filter(
    unit =>
      unit.passage === best.passage &&
      best.score - unit.score < (sameKind(unit, best) ? equalKind : equal) &&
      nameOf(unit) !== null &&
      sameCover(unit, best),
  )
  return tied.length > maxUnits ? tied.sort((a, b) => a.unit.start - b.unit.start) : []
}

export function alikeRows(found: Found): FoundUnit[] {
  const [best] = found.units
  return best && found.measure.unknown.size === 0 && best.measures.withHeading > mostly ? equalRows(found) : []
}

const mostly = 0.5

/** Of a row or price line: the words before its first value. */
export function nameOf({ unit }: Pick<FoundUnit, 'unit'>): string | null {
  const name = /^(.{2,60}?)(?:[:;]\s|\s[–-]\s)/u.exec(unit.text)?.[1]?.trim()
  return name && name.split(' ').length <= 8 ? name : null
}

function isTitle({ unit, measures }: FoundUnit): boolean {
  return measures.bare === 1 && headingLikelihood(unit.text) > 0 && !unit.row
}

function sameCover(a: FoundUnit, b: FoundUnit): boolean {
  return a.cover.every((value, i) => Math.abs(value - b.cover[i]!) < 0.01)
}

function sameKind({ measures: one }: FoundUnit, { measures: best }: FoundUnit): boolean {
  return best.name > 0 && best.name < 1 && one.name > 0 && one.name < 1 && Math.abs(one.context - best.context) < 0.05
}

function sameWords(a: FoundUnit, b: FoundUnit): boolean {
  return a.unit.text === b.unit.text
}

function lengthOf(units: FoundUnit[]): number {
  return units.reduce((sum, { unit }) => sum + unit.text.length + 3, 0)
}
