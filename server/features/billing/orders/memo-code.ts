import { randomInt } from 'node:crypto'

/** Without 0, 1, I, L and O. 31, a prime, so that the check finds every slip. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const prefix = 'CB'
const randomLength = 7
const codeLength = prefix.length + randomLength + 1

/** 'CB', seven random characters and a check character. */
export function newMemoCode(): string {
  const body = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${prefix}${body}${checkOf(body)}`
}

/** Each code once. Banks add words, drop marks and spaces, insert hyphens, or join two codes. */
export function codesIn(text: string): string[] {
  return [...new Set(placesIn(text).map(({ code }) => code))]
}

/** Text before a code may form another with its beginning (1 in 31 passes the check): where two overlap, the issued one counts. */
export function meantIn(text: string, given: ReadonlySet<string>): string[] {
  const places = placesIn(text)
  const real = places.filter(({ code }) => given.has(code))
  const meant = places.filter(one => given.has(one.code) || !real.some(({ at }) => Math.abs(at - one.at) < codeLength))
  return [...new Set(meant.map(({ code }) => code))]
}

function placesIn(text: string): { code: string; at: number }[] {
  const plain = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[đĐ]/g, 'd')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
  const found = plain.matchAll(new RegExp(`(?=${prefix}([${alphabet}]{${randomLength}})([${alphabet}]))`, 'g'))
  return [...found].flatMap(({ 1: body = '', 2: check, index }) =>
    checkOf(body) === check ? [{ code: `${prefix}${body}${check}`, at: index }] : [],
  )
}

/** Position times value, so that every single slip and every swap of neighbours changes it. */
function checkOf(body: string): string {
  const sum = [...body].reduce((total, character, at) => total + (at + 1) * alphabet.indexOf(character), 0)
  return alphabet[sum % alphabet.length] ?? ''
}
