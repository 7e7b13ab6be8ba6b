import { remembered } from '#server/answering/reading/read-once.ts'
import { cleanText, fold } from '#shared/rules/text/fold.ts'

// What binds a shop without any figure. "Miễn phí" is a price.

const promises: Record<string, RegExp> = {
  free: /mien (?:phi|ship|cuoc)|free ?ship|free(?! time| size| to )|khong mat phi|khong tinh phi|(?<!\d ?)0 dong|cho khong|no charge|free of charge/,
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
/** How documents may put it: shorter, or in words that without diacritics read as others ("tặng" and "tăng"). */
const otherWords: Record<string, RegExp> = {
  free: /(?<!\d ?)0 ?đ/,
  gift: /tặng/,
  discount: /giảm (?:còn|\d+)|giam (?:con|\d+)|sale|off(?= \d)|(?<=\d )off/,
  refund: /(?:hoàn|trả) (?:trả|cọc|phí|lại|\d+)|hoan (?:tra|coc|phi|\d+)/,
  warranty: /bh/,
  exchange: /đổi|doi (?:mau|moi|san pham|sp|trong)/,
}

const shortNo = /(?<![\p{L}\d]|\d )(?:k|ko|kh|hông|hong|hok)(?= \p{L})/gu

const wholeWords = (all: Record<string, RegExp>): [name: string, pattern: RegExp][] =>
  Object.entries(all).map(([name, { source }]) => [name, new RegExp(`(?<!\\p{L})(?:${source})(?!\\p{L})`, 'gu')])
const patterns = wholeWords(promises)
const otherPatterns = wholeWords(otherWords)
const denied = /(?<!\p{L})(?:khong|chua|chang|no|not|non|without|cannot|can t|don t|doesn t|never)(?: \p{L}+){0,2} ?$/u

export function promisesIn(text: string): Set<string> {
  return found(bare(fold(text)), patterns)
}

export const promisesMadeBy = remembered((text: string): ReadonlySet<string> => {
  const plain = cleanText(text).toLowerCase().replace(shortNo, 'không')
  return new Set([...promisesIn(plain), ...found(bare(plain), otherPatterns)])
})

function bare(text: string): string {
  return text.replace(/[^\p{L}\p{N}.!?;|\n]+/gu, ' ').replace(/[.!?;|\n]+/g, ' . ')
}

function found(text: string, all: [name: string, pattern: RegExp][]): Set<string> {
  return new Set(
    all.flatMap(([name, pattern]) =>
      [...text.matchAll(pattern)].map(({ index }) =>
        denied.test(fold(text.slice(Math.max(0, index - 40), index))) ? `no ${name}` : name,
      ),
    ),
  )
}
