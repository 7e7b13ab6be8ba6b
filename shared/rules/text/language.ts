import type { Language } from '../../words.ts'
import { cleanText, fold, hasDiacritics } from './fold.ts'

const set = (words: string) => new Set(words.split(/\s+/))

// Words of only one language, also when Vietnamese is typed without marks.
const english =
  set(`the is are was were you your yours what how much many where when which who why have has does did for and with my
  this that these those please thanks thank hello it we our they from would could should will not any there want need get of in at by
  be been about some more i am im me can do if or but yes hey sorry as us let just whats dont cant its on an a to no open
  price prices cost shipping delivery deliver refund return returns warranty wholesale discount sale order size sizes color colour
  payment pay card cash appointment booking book opening hours address location store branch available stock free invoice contact
  phone call manager human agent speak email help service product products menu room rooms ticket course class time today tomorrow
  morning evening good great day week month year best worst still waiting customer review ignore previous instructions show tell
  give system prompt work working does old new first last one two three buy sell bring take send receive received broken wrong`)
const vietnamese =
  set(`khong ko hok hem hong khum k dc duoc bn bnh bnhieu bao nhieu nhiu gia oi nhe nha nhen vay z v ntn la cua va cho minh mk em e
  anh chi c ban b toi tui co mua nao gi j roi r chua tai dau gio ngay thang tien hang shop ship a ah ak uh vang sao s nhu the nay do
  kia di ra vao ve len toi den tu voi nhung cac mot hai ba bon nam sau bay tam chin muoi nguoi can mun muon hoi tu van xin gui lam
  dung xai loai mau dep qua wa lam luon het con them duoi tren trong ngoai truoc sdt dt stk ck cod tphcm hcm hn sg nv bs pk cn km
  sp spham alo camon cam on tks ib inb rep tl ad adm nhan vien gap noi chuyen mo cua dong giao doi tra bh bhanh hdon`)
const shared = set(
  'a an to do no me on the can the so may hi ok oke okay shop ship in at by am de size sale free order e c b s z v k',
)

/** A Vietnamese syllable without marks; many English words match too, so it counts little. */
const syllable = /^(?:ngh?|nh|gh|gi|kh|ph|qu|th|tr|ch|[bcdghklmnprstvx])?[aeiouy]{1,3}(?:ch|nh|ng|[cmnpt])?$/
const likely = 0.1

/** Marks first, then words of only one language. Vietnamese unless something suggests English. */
export function languageOf(text: string): Language {
  const words =
    cleanText(text)
      .replace(/(?<!\S)\S{1,64}@\S{1,255}|https?:\S{1,2000}/gi, ' ')
      .match(/[\p{L}\p{M}]+/gu) ?? []
  let vi = 0
  let en = 0
  for (const word of words) {
    if (hasDiacritics(word)) {
      // Names of streets and houses occur in English sentences too.
      vi += /^\p{Lu}\p{Ll}/u.test(word) ? 0.5 : 1.5
      continue
    }
    const plain = fold(word)
    const weight = shared.has(plain) ? 0.3 : 1
    if (english.has(plain)) en += weight
    if (vietnamese.has(plain)) vi += weight
    if (!english.has(plain) && !vietnamese.has(plain) && syllable.test(plain)) vi += likely
  }
  return en > vi ? 'en' : 'vi'
}
