import { fold } from '#shared/rules/fold.ts'

// What binds a shop without any figure in it. "Miễn phí" is a price.

const promises: Record<string, RegExp> = {
  free: /mien phi|free(?! time| size| to )|khong mat phi|khong tinh phi|(?<!\d ?)0 dong|cho khong|no charge|free of charge/,
  gift: /(?:duoc )?tang (?:kem|them|ngay|mien|ban|qua|minh|voucher)|duoc tang|qua tang|bonus|gifts?|giveaway/,
  discount: /giam gia|khuyen mai|uu dai|chiet khau|discounts?|promotions?|sale off|voucher|coupon/,
  refund: /hoan (?:tien|lai|100|toan bo)|refund(?:s|ed|able)?|money back|tra lai tien/,
  compensation: /den bu|boi thuong|compensat\w+/,
  warranty: /bao hanh|warrant\w+/,
  promise: /cam ket|bao dam|dam bao|chac chan|guarantee\w*|promise\w*/,
  lifetime: /tron doi|vinh vien|lifetime|forever|mai mai/,
  instalment: /tra gop|instal?ments?/,
  all: /(?:moi thu|tat ca|toan bo|everything|all (?:items|products|orders))(?= (?:deu|la|is|are|duoc|mien|free))/,
  exchange: /doi (?:tra|hang|size)|tra hang|exchanges?|return(?:s|able)/,
  approve: /giay phep|chung nhan|certified|chinh hang|authentic|genuine/,
}
const patterns = Object.entries(promises).map(
  ([name, { source }]) => [name, new RegExp(`(?<!\\p{L})(?:${source})(?!\\p{L})`, 'gu')] as const,
)
const denied = /(?<!\p{L})(?:khong|chua|chang|no|not|non|without|cannot|can t|don t|doesn t|never)(?: \p{L}+){0,2} ?$/u

/** The promises of a text, each with whether it is made or denied: "warranty", "no warranty". */
export function promisesIn(text: string): Set<string> {
  const plain = fold(text)
    .replace(/[^\p{L}\p{N}.!?;|\n]+/gu, ' ')
    .replace(/[.!?;|\n]+/g, ' . ')
  const found = new Set<string>()
  for (const [name, pattern] of patterns) {
    for (const match of plain.matchAll(pattern)) {
      found.add(denied.test(plain.slice(Math.max(0, match.index - 40), match.index)) ? `no ${name}` : name)
    }
  }
  return found
}
