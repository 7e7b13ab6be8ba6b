import { randomInt } from 'node:crypto'

/** No 0, 1, I, L or O: nobody mistakes one for another. 31 of them, a prime, so that the check finds every slip. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const prefix = 'CB'
const randomLength = 7

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
  const plain = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[đĐ]/g, 'd')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
  const found = plain.matchAll(new RegExp(`(?=${prefix}([${alphabet}]{${randomLength}})([${alphabet}]))`, 'g'))
  const codes = [...found].flatMap(([, body = '', check]) =>
    checkOf(body) === check ? [`${prefix}${body}${check}`] : [],
  )
  return [...new Set(codes)]
}

/** The sum of places times values: it changes with every single slip, and with two neighbours swapped. */
function checkOf(body: string): string {
  const sum = [...body].reduce((total, letter, at) => total + (at + 1) * alphabet.indexOf(letter), 0)
  return alphabet[sum % alphabet.length] ?? ''
}
