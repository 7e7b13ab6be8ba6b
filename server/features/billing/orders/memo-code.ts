import { randomInt } from 'node:crypto'

/** No 0, 1, I, L or O: nobody mistakes one for another. 31 of them, a prime, so that the check finds every slip. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const prefix = 'CB'
const randomLength = 7
const codeLength = prefix.length + randomLength + 1

/** What a payer writes into the transfer: 'CB', seven letters and digits, and one that checks them. */
export function newMemoCode(): string {
  const body = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${prefix}${body}${checkOf(body)}`
}

/**
 * The codes that a transfer's text holds, each once. Banks add words before and after, drop marks and blanks, put hyphens
 * in, or glue two codes together.
 */
export function codesIn(text: string): string[] {
  return [...new Set(placesIn(text).map(({ code }) => code))]
}

/**
 * The codes of a text that can be meant, when it is known which of them were given to somebody. What a bank writes before a code
 * may make another one together with its beginning (one in 31 fits its check): where two overlap, the one that was given is meant.
 */
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

/** The sum of places times values: it changes with every single slip, and with two neighbours swapped. */
function checkOf(body: string): string {
  const sum = [...body].reduce((total, letter, at) => total + (at + 1) * alphabet.indexOf(letter), 0)
  return alphabet[sum % alphabet.length] ?? ''
}
