import type { Found, FoundUnit } from '#features/training/search/find-passages.ts'
import { headingLook } from '#features/training/passages/read-lines.ts'

/** What a reply may hold. */
export const mostUnits = 3
export const mostCharacters = 600

/** How far below the best unit's score another one of the same passage, of another passage, may lie to be quoted too. */
const nearSame = 1.4
const nearOther = 0.8
/** Units that differ by less fit equally well. */
const equal = 0.35
/** The same where no row's whole name was asked for ("giá massage"): then only the lengths of their names tell them apart. */
const equalKind = 2
/** Room for the polite words around the quotes. */
const roomForWords = 90

/** The units to quote, in the order of the documents, the best unit's passage first. */
export function chooseUnits(found: Found, room = mostCharacters - roomForWords, most = mostUnits): FoundUnit[] {
  const units = inOwnLanguage(found)
  const [best] = units
  if (!best) return []
  const same = units.filter(unit => unit.passage === best.passage && !isTitle(unit) && !isAnotherRow(unit, best))
  const answer = answerTo(best, units)
  if (answer) return [best, answer]
  const whole = same.length <= most && lengthOf(same) <= room
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
    if (chosen.includes(unit) || chosen.length === most || lengthOf([...chosen, unit]) > room) continue
    chosen.push(unit)
  }
  return chosen.sort((a, b) => a.passage - b.passage || a.unit.start - b.unit.start)
}

/** What a passage says of holidays, where one was asked about: hours of ordinary days alone would mislead. */
function holidayUnits({ measure, units }: Found): FoundUnit[] {
  if (!holiday.test(measure.query.text.normalize('NFC').toLowerCase())) return []
  return units.filter(one => one.passage === units[0]?.passage && /lễ|tết/u.test(one.unit.text.toLowerCase()))
}

const holiday = /(?<!\p{L})(?:lễ|tết|tet|30\/4|2\/9|giỗ tổ)(?!\p{L})/u

/** What follows a question that the document asks itself: "Có được mang đồ riêng không? Được, không tính phí." */
function answerTo(best: FoundUnit, units: FoundUnit[]): FoundUnit | undefined {
  if (!/\?["”*]*$/u.test(best.unit.text.trim())) return undefined
  return units
    .filter(unit => unit.passage === best.passage && unit.unit.start > best.unit.start)
    .sort((a, b) => a.unit.start - b.unit.start)[0]
}

/** Where the customer's own language says it about as well as the other one, only that is quoted; a shop may have both. */
function inOwnLanguage({ units, passages }: Found): FoundUnit[] {
  const isForeign = (unit: FoundUnit): boolean => passages[unit.passage]!.measures.foreign === 1
  const own = units.filter(unit => !isForeign(unit))
  const [best] = units
  const says = best !== undefined && own[0] !== undefined && own[0].measures.type >= best.measures.type
  return says && own[0]!.score > best.score - nearOther ? own : units
}

/** The row of another thing than the one that was asked for by its name: its price is no part of the answer. */
function isAnotherRow(unit: FoundUnit, best: FoundUnit): boolean {
  return unit !== best && best.named !== null && unit.named === null && nameOf(best) !== null && nameOf(unit) !== null
}

/** "A với B, cái nào rẻ hơn": rows that the question names by other words than the best one. */
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

/** Rows that fit equally well where more were meant than a reply may hold: the customer should say which. */
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
  return tied.length > mostUnits ? tied.sort((a, b) => a.unit.start - b.unit.start) : []
}

/** Rows that are all called by what was asked, where nothing of it is unheard of: which one is meant only the customer can say. */
export function alikeRows(found: Found): FoundUnit[] {
  const [best] = found.units
  return best && found.measure.unknown.size === 0 && best.measures.withHeading > mostly ? equalRows(found) : []
}

const mostly = 0.5

/** What a row or price line is about: the words before its first value. */
export function nameOf({ unit }: Pick<FoundUnit, 'unit'>): string | null {
  const name = /^(.{2,60}?)(?:[:;]\s|\s[–-]\s)/u.exec(unit.text)?.[1]?.trim()
  return name && name.split(' ').length <= 8 ? name : null
}

/** A line that only names what follows it. */
function isTitle({ unit, measures }: FoundUnit): boolean {
  return measures.bare === 1 && headingLook(unit.text) > 0 && !unit.row
}

function sameCover(a: FoundUnit, b: FoundUnit): boolean {
  return a.cover.every((value, i) => Math.abs(value - b.cover[i]!) < 0.01)
}

/** Both are called by what was asked, neither by its whole name, and nothing said before means one of them. */
function sameKind({ measures: one }: FoundUnit, { measures: best }: FoundUnit): boolean {
  return best.name > 0 && best.name < 1 && one.name > 0 && one.name < 1 && Math.abs(one.context - best.context) < 0.05
}

function sameWords(a: FoundUnit, b: FoundUnit): boolean {
  return a.unit.text === b.unit.text
}

function lengthOf(units: FoundUnit[]): number {
  return units.reduce((sum, { unit }) => sum + unit.text.length + 3, 0)
}
