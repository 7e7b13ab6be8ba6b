// Vectors of words, letter groups and translations: too little for real search, enough to exercise its path.
import { createHash } from 'node:crypto'

const dimensions = 192
const synonyms = [
  'ship giao van chuyen delivery shipping deliver shipped',
  'phi cuoc fee cost charge',
  'gia price prices cost',
  'doi exchange swap',
  'tra hoan return refund returns money',
  'bao hanh warranty guarantee',
  'mo open opening',
  'cua close closed closing',
  'gio hours time when luc',
  'dia chi address where dau located',
  'thanh toan pay payment card chuyen khoan',
  'giam khuyen mai discount sale voucher',
  'nut vo hong broken cracked damaged',
  'gom ceramic ceramics pottery',
  'ngay day days',
  'tuan week weekly',
]
const meanings = new Map(
  synonyms.flatMap((line, at) => line.split(' ').map((word): [string, string] => [word, `thing ${at}`])),
)
const empty = new Set(
  'toi em minh anh chi shop a co la cho the is do you i my for to of what how much nhieu bao khong'.split(' '),
)

export function meaningOf(text: string): number[] {
  const vector = Array.from({ length: dimensions }, () => 0)
  for (const word of wordsOf(text)) {
    const weight = empty.has(word) ? 0.1 : 1
    add(vector, meanings.get(word) ?? word, weight)
    for (let at = 0; at + 3 <= word.length; at++) add(vector, `…${word.slice(at, at + 3)}`, weight * 0.25)
  }
  const length = Math.hypot(...vector) || 1
  return vector.map(value => value / length)
}

function add(vector: number[], feature: string, weight: number): void {
  const digest = createHash('sha256').update(feature).digest()
  for (const at of [0, 4, 8]) vector[digest.readUInt16LE(at) % dimensions]! += digest[at + 2]! % 2 ? weight : -weight
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/đ/gi, 'd')
      .toLowerCase()
      .match(/[\p{L}\d]+/gu) ?? []
  )
}
