import { cleanText, fold } from './text/fold.ts'

/** What somebody asks of the shop about the data it holds of them. */
export type DataRequestIntent = 'none' | 'access' | 'erase'

/** Longer ones tell a story, for people and the bot to read. */
const maxLength = 400

/**
 * Strict: one clause must say it whole, of the writer's own data. What is said of orders, appointments or somebody else is none.
 * Words of manners are single, so that there is one way to read a clause, however long.
 */
export function dataRequestOf(text: string): DataRequestIntent {
  if (text.length > maxLength) return 'none'
  let found: DataRequestIntent = 'none'
  for (const typed of cleanText(text)
    .toLowerCase()
    .replace(/['’‘`]/g, '')
    .split(/[.,!?;:\n…–—()"“”]+/)) {
    // What was done, and "…à" at the end, are said or asked of the past; without marks they are read as "dạ" and "ạ".
    if (/(?<!\p{L})đã(?!\p{L})|(?<!\p{L})à\s*$/u.test(typed)) continue
    const clause = fold(typed)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
    if (erasing.some(pattern => pattern.test(clause))) return 'erase'
    if (asking.some(pattern => pattern.test(clause))) found = 'access'
  }
  return found
}

const any = (words: string): string => `(?:${[...new Set(words.trim().split(/\s+/))].join('|')})`
const opt = (part: string): string => `(?:${part} )?`
const many = (part: string): string => `(?:${part} )*`

// Vietnamese, without marks.
const self = any('toi minh em anh chi tui tao to t m mik mk e a c co chu bac chau con')
const shop =
  '(?:shop|sop|tiem|quan|spa|cua hang|ben (?:shop|minh|ban|em|anh|chi|do|nay)|cac ban|ban|phia shop|admin|ad)'
const before = `^(?:da )?${many(
  `(?:lam sao|${any(
    `vang shop oi alo chao hi hello ad admin ban ben cac toi minh em anh chi tui tao t e a c co chu bac chau con muon mun can yeu cau
    de nghi mong nho vui long lam on xin phep hay the giup gium dum ho voi cho duoc dc la nao cach quyen va thi biet bao`,
  )})`,
)}`
const after = `(?: ${any(
  `di a ah ak nhe nha nhen nghe nhaa giup gium dum ho voi shop oi ngay lap tuc luon gap duoc dc dk khong ko k hong hok cam on thanks
  thank you lam sao the nao nhu thi cho toi minh em anh chi tui nua lien bay gio hom nay vay please pls`,
)})*$`
const help = many(`(?:giup|gium|dum|ho|cho)(?: ${self}| voi)?`)
const all = many('(?:tat ca|toan bo|het|sach|moi|cac|nhung|may|cai|ca|luon|di|bo)')
const whose = `(?:(?:(?:co )?lien quan (?:den|toi)|cua|ve) )?(?:rieng |ca nhan )?${self}`
const held =
  '(?:so(?: dien thoai| dt| phone)?|sdt|thong tin(?: ca nhan| lien lac| lien he| khach hang)?|du lieu(?: ca nhan)?|data|ho so|tai khoan|lich su (?:chat|tro chuyen|nhan tin)|(?:doan|cuoc) (?:chat|tro chuyen))'
const more = '(?:ho ten|ten|dia chi|email|mail|ngay sinh)'
const data = `(?:${more} (?:va )?){0,3}${held}(?: (?:va )?(?:${more}|${held})){0,3}`
const personal = '(?:thong tin|du lieu|data) ca nhan'
const records = '(?:he thong|co so du lieu|kho du lieu|du lieu|database|data|may|danh ba)'
const place = `(?: (?:ra )?(?:khoi|tren|trong|o) ${records}(?: (?:cua )?${shop})?)`
const storing = '(?:luu(?: giu| tru| lai)?|giu(?: lai)?)'
const asStored = `(?: (?:ma )?${shop} (?:dang |da |con )?(?:${storing}|co))?`

// English
const please = `^${many(
  any(
    `hi hello hey dear shop team please pls plz kindly can could would will you i we id like want to need wish ask request that just
    also and now how do must should have the may the right exercise my`,
  ),
)}`
const thanks = `(?: ${any('please pls plz thanks thank you now immediately asap today permanently completely right away under gdpr from and everywhere')})*$`
const stored =
  '(?:(?:personal|private|contact|customer|own|chat) )*(?:data|info|information|details|phone(?: number)?|number|email(?: address)?|account|records?|profile|chat(?: history)?|conversations?(?: history)?|message history|name and (?:phone )?number)'
const mine = `(?:(?:all|any|every|everything|of|the) )*my ${stored}(?: and (?:my )?${stored}){0,2}`
const system = '(?: (?:from|on|in|off) (?:your|the) (?:systems?|databases?|records?|servers?|files?|shop|store|crm))'
const holds = '(?:have|hold|keep|store|collect|got|saved?|stored|collected)'
const aboutMe = '(?:about|on|of) me'
const matter = '(?:(?:personal|private|kind of|sort of) )*(?:data|info|information|details)'
const dataYouHold = `(?:(?:all|any|the|of|a) )*(?:${matter}|everything)(?: (?:that )?you ${holds}(?: stored)?)? ${aboutMe}`

const patterns = (sources: string[]): RegExp[] => sources.map(source => new RegExp(source))

const erasing = patterns([
  `${before}(?:xoa|xoa bo|huy bo) ${help}${all}${help}${data} ${whose}${asStored}${place}?${after}`,
  `${before}(?:xoa|xoa bo|huy|huy bo) ${help}${all}${help}${personal}${place}?${after}`,
  `${before}(?:bo|go|go bo|loai|loai bo|rut|dua) ${help}${all}${data} ${whose} (?:ra )?khoi ${records}(?: (?:cua )?${shop})?${after}`,
  `${before}(?:(?:khong|ko|k|chang) (?:muon|mun|cho|cho phep|dong y|dong y cho)|dung|cam|ngung) ${opt(shop)}(?:tiep tuc )?${storing} ${all}${data} ${whose}${after}`,
  `${please}(?:delete|erase|remove|wipe|purge|destroy|get rid of) (?:(?:${mine}|${dataYouHold})${system}?|me${system})${thanks}`,
  `${please}(?:dont|do not|stop|not|never) (?:want you to )?(?:stor(?:e|ing)|keep(?:ing)?|sav(?:e|ing)|hold(?:ing)?) ${mine}${system}?${thanks}`,
  `${please}${mine} (?:to be )?(?:deleted|erased|removed|wiped)${system}?${thanks}`,
  `${please}(?:be forgotten|to erasure|erasure|deletion of ${mine})${thanks}`,
])

const asking = patterns([
  `${before}${shop} (?:dang |da |co |con )*(?:${storing}|thu thap|co|biet) ${all}(?:thong tin|du lieu|data)(?: ca nhan)? (?:gi|nao) ${whose}${after}`,
  `${before}${shop} (?:dang |da |co |con )*(?:${storing}|thu thap) ${all}gi (?:ve|cua) ${self}${after}`,
  `${before}(?:xem|xin|nhan|lay|gui|cung cap|xuat|tai|truy cap)(?: lai)? ${opt(`cho ${self}`)}${opt('xem')}${opt('mot')}${opt('(?:ban sao|ban copy|file)')}${opt('cua')}${all}(?:du lieu(?: ca nhan)?|data(?: ca nhan)?|thong tin ca nhan) ${whose}${asStored}${after}`,
  `${before}xem(?: lai)? ${all}thong tin ${whose} (?:ma )?${shop} (?:dang |da |con )?${storing}${after}`,
  `^(?:.{0,40} )?(?:what|which) ${matter}(?: of mine)? (?:(?:do|did|have|are|is|that) )?you ${holds}(?: stored)?(?: (?:${aboutMe}))(?: .{0,12})?$`,
  `${please}(?:see|get|have|access|download|view|send|give|show|receive|know)(?: me)? (?:(?:a |the )?copy of )?(?:(?:all|of|the|any) )*(?:my (?:personal )?data|my personal (?:info|information|details)|${matter} you ${holds} ${aboutMe})${thanks}`,
  `${please}(?:a )?copy of (?:(?:all|of) )*my (?:personal )?(?:data|information)${thanks}`,
  `^(?:.{0,40} )?(?:data )?subject access request(?: .{0,40})?$`,
])
