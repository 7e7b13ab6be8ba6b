/**
 * Postal addresses that a customer leaves. One sign is not enough ("quận 3 có cửa hàng không"): it takes a place one could drive to,
 * and a second sign that it is an address. Works with and without Vietnamese marks.
 */

// Bounded: it may begin behind every sign that it may hold.
const name = String.raw`[\p{L}\d][\p{L}\d.'’-]{0,40}`
const end = String.raw`(?![\p{L}\d])`
const begin = String.raw`(?<![\p{L}\d])`
const sign = (body: string) => new RegExp(begin + body, 'giu')

const house = sign(
  String.raw`(?<!\d[.,])(?:(?:số nhà|so nha|số|so|no\.?|nhà số|nha so)\s?)?\d{1,4}[a-z]?(?:[\/-]\d{1,4}[a-z]?){0,4}${end}`,
)
const street = sign(
  String.raw`(?:đường|duong|phố|pho|ngõ|ngo|ngách|ngach|hẻm|hem|kiệt|kiet|ấp|ap|thôn|thon|xóm|xom|tổ dân phố|tổ|khu phố|khu pho|kp|chung cư|chung cu|cc|toà nhà|tòa nhà|toà|tòa|toa|block|căn hộ|can ho|căn|kđt|kdt|khu đô thị|khu do thi|khu công nghiệp|khu cong nghiep|lô|lo|ký túc xá|ktx|buôn|bản|đội|tầng|apartment|apt|building|tower|quốc lộ|tỉnh lộ)\.?\s+${name}`,
)
const streetAfter = sign(String.raw`${name}(?:\s${name}){0,3}\s(?:street|st|road|rd|avenue|ave|alley|lane)${end}`)
const unit = sign(
  String.raw`(?:(?:phường|phuong|quận|quan|huyện|huyen|xã|xa|thị trấn|thi tran|thị xã|thi xa|tx|thành phố|thanh pho|tp|tỉnh|tinh|district|ward)\.?\s*${name}|[pq]\.?\s?\d{1,2}${end})`,
)
const places = `hà nội,hn,sài gòn,sg,hồ chí minh,hcm,tphcm,đà nẵng,hải phòng,cần thơ,huế,biên hoà,biên hòa,nha trang,vũng tàu,đà lạt,bình dương,đồng nai,nghệ an,thanh hoá,thanh hóa,quy nhơn,an giang,bà rịa,bắc giang,bắc kạn,bạc liêu,bắc ninh,bến tre,bình định,bình phước,bình thuận,cà mau,cao bằng,đắk lắk,đăk lăk,daklak,đắk nông,điện biên,đồng tháp,gia lai,hà giang,hà nam,hà tĩnh,hải dương,hậu giang,hoà bình,hòa bình,hưng yên,khánh hoà,khánh hòa,kiên giang,kon tum,lai châu,lâm đồng,lạng sơn,lào cai,long an,nam định,ninh bình,ninh thuận,phú thọ,phú yên,quảng bình,quảng nam,quảng ngãi,quảng ninh,quảng trị,sóc trăng,sơn la,tây ninh,thái bình,thái nguyên,tiền giang,trà vinh,tuyên quang,vĩnh long,vĩnh phúc,yên bái,vinh,thủ đức,bình thạnh,gò vấp,tân bình,tân phú,phú nhuận,bình tân,hóc môn,củ chi,nhà bè,bình chánh,dĩ an,thuận an,ba đình,hoàn kiếm,đống đa,hai bà trưng,cầu giấy,thanh xuân,hoàng mai,long biên,tây hồ,hà đông,nam từ liêm,bắc từ liêm,gia lâm,đông anh,hải châu,thanh khê,sơn trà,ngũ hành sơn,liên chiểu,cẩm lệ,lê chân,ngô quyền,hồng bàng,ninh kiều,cái răng,hạ long,phan thiết,buôn ma thuột,pleiku,mỹ tho,rạch giá,long xuyên,hội an,thủ dầu một,việt trì,sầm sơn,hanoi,saigon,da nang,danang`
/** Towns, provinces and districts, as they are written. */
export const townNames: readonly string[] = places.split(',')
const town = sign(`(?:${townNames.flatMap(place => [place, withoutMarks(place)]).join('|')})${end}`)
const giving = sign(
  String.raw`(?:(?:giao|ship|gửi|gui|chuyển|chuyen)(?:\s\p{L}+){0,3}?\s(?:về|ve|đến|den|tới|toi|qua|ra|tại|tai|lên|len)${end}|(?:địa chỉ|dia chi|đ\/c|đchi|dchi|đc|dc)\s?(?:(?:của |cua )?(?:em|mình|minh|anh|chị|chi|tôi|toi|e|m|nhận hàng|nhan hang|giao hàng|giao hang|ship)\s?)?(?:là|la|ở|o)?\s?[:=]|(?:địa chỉ|dia chi)\s(?=(?:số\s)?\d)|nhà\s(?:em|mình|anh|chị|tôi|e|m)\s(?:ở|tại)?|nha\s(?:em|minh|anh|chi|toi|e|m)\so${end}|(?:em|mình|minh|anh|chị|tôi|toi|e)\s(?:ở|đang ở|o)\s(?!\d+\s?(?:đêm|dem|ngày|ngay|tuần|tuan|tháng|thang|năm|nam|người|nguoi|phòng|phong|h|giờ|gio|tiếng|tieng)(?!\p{L}))(?=\d|số|so\s\d|ngõ|hẻm|chung|toà|tòa)|my address|address is|deliver (?:it |them )?to|send (?:it |them )?to|ship (?:it |them )?to|live at|living at)`,
)
const asking =
  /(?:ở đâu|o dau|chỗ nào|cho nao|where|là gì|la gi|phải không|phai khong|đúng không|dung khong|mấy giờ|may gio|có (?:cửa hàng|chi nhánh|ship|giao)|co (?:cua hang|chi nhanh))/iu
const shopsOwn =
  /(?:địa chỉ|dia chi)\s(?:shop|cửa hàng|cua hang|bên|ben|phòng khám|phong kham|quán|quan|công ty)|(?:shop|cửa hàng|quán|bên mình|phòng khám)\s(?:ở|tại|o)(?!\p{L})/iu
const notHouse =
  /^\s*(?:cái|hộp|tuýp|chai|ngày|giờ|tháng|năm|triệu|người|sản phẩm|cai|hop|chai|ngay|gio|thang|nguoi|tai|ký|ky|kí|ki|kilo|kilôgam|cân|can|lạng|lang|tạ|tấn|mm|m|mét|met|inch|cáp|cap|món|mon|lần|lan|đ|k|kg|g|ml|cm|%|h|tr|răng|rang|tuần|tuan|phút|phut|tuổi|tuoi|tầng|tang|lớp|lop|bông|bong|size|bộ|bo|đôi|doi|gói|goi|lít|lit|độ)(?![\p{L}])/iu

const questionName = /\s(?:nào|nao|gì|gi|mấy|may)$/iu

type Sign = { kind: 'house' | 'street' | 'unit' | 'town' | 'giving'; start: number; end: number }

/** The address of a text, from its first sign to its last, or null. Ranges in the text as given. */
export function findAddress(text: string): { start: number; end: number } | null {
  for (const sentence of sentencesOf(text)) {
    const found = inSentence(text, sentence.start, sentence.end)
    if (found) return found
  }
  return null
}

/**
 * How many letters of an address, from its beginning on, tell the house: number, alley and street, without ward, district or town.
 * 0: it names no house.
 */
export function houseLength(address: string): number {
  const near = [
    ...signsOf(address, house, 'house').filter(one => !notHouse.test(address.slice(one.end))),
    ...signsOf(address, street, 'street'),
    ...signsOf(address, streetAfter, 'street'),
  ]
  const wide = [...signsOf(address, unit, 'unit'), ...signsOf(address, town, 'town')]
  const houses = near.filter(one => !wide.some(other => one.start >= other.start && one.start < other.end))
  if (houses.length === 0) return 0
  const last = Math.max(...houses.map(one => one.end))
  const after = wide.filter(one => one.start >= last).map(one => one.start)
  return address.slice(0, Math.min(address.length, ...after)).replace(/[\s,.-]+$/u, '').length
}

/** Words before a street's name that mean hardly anything else, also without marks. */
const surelyStreet = sign(
  String.raw`(?:đường|duong|phố|ngõ|ngo|ngách|ngach|hẻm|hem|kiệt|kiet|thôn|xóm|tổ dân phố|khu phố|khu pho|chung cư|chung cu|toà nhà|tòa nhà|căn hộ|can ho|khu đô thị|khu do thi|ký túc xá|ktx|apartment|building|street|road)\.?\s+${name}`,
)

/**
 * Whether an address that was found is one without doubt: somebody says that it is, names a street by a word for it, or writes a name after the
 * number. Ages, weights and sizes ("60p … tinh them", "3-4 con … 1 ky") are not.
 */
export function isSurelyAddress(text: string, { start, end: stop }: { start: number; end: number }): boolean {
  const address = text.slice(start, stop)
  return (
    signsOf(text, giving, 'giving').length > 0 ||
    signsOf(address, surelyStreet, 'street').length > 0 ||
    signsOf(address, streetAfter, 'street').length > 0 ||
    /\d[a-z]?,?\s+\p{Lu}/u.test(address)
  )
}

function inSentence(text: string, from: number, to: number): { start: number; end: number } | null {
  const body = text.slice(from, to)
  const units = signsOf(body, unit, 'unit')
  const inUnit = (at: number) => units.some(one => at >= one.start && at < one.end)
  const signs = [
    ...units,
    ...signsOf(body, house, 'house').filter(
      one => !inUnit(one.start) && !notHouse.test(body.slice(one.end)) && leadsToName(body, one.end),
    ),
    ...signsOf(body, street, 'street').filter(one => !questionName.test(body.slice(one.start, one.end))),
    ...signsOf(body, streetAfter, 'street'),
    ...signsOf(body, town, 'town'),
    ...signsOf(body, giving, 'giving'),
  ]
  const kinds = new Set(signs.map(one => one.kind))
  const spots = signs.filter(one => one.kind !== 'giving')
  const reachable = kinds.has('house') || kinds.has('street') || units.length >= 2
  const weight =
    Number(kinds.has('house')) +
    Number(kinds.has('street')) +
    Math.min(2, units.length) +
    Number(kinds.has('town')) +
    Number(kinds.has('giving'))
  if (!reachable || weight < 2 || !spots.length) return null
  if (kinds.size === 1 && units.length < 2) return null
  // A bare number beside a town is a quantity more often than a house; a street name is needed, typed or by capitals.
  if (!kinds.has('street') && units.length < 1 && !kinds.has('giving') && !/\d\s+\p{Lu}\p{L}+\s+\p{Lu}/u.test(body))
    return null
  if (shopsOwn.test(body)) return null
  if (asking.test(body) && !(kinds.has('giving') && weight >= 4)) return null
  if (/\?\s*$/.test(body) && !kinds.has('giving')) return null
  const start = Math.min(...spots.map(one => one.start))
  const last = Math.max(...spots.map(one => one.end))
  const tail =
    /^(?:\s\p{Lu}[\p{L}\d]*)*(?:,\s?(?:\p{Lu}[\p{L}\d.]*\s?){1,4})*/u.exec(body.slice(last))?.[0].trimEnd().length ?? 0
  return { start: from + start, end: from + last + tail }
}

/** A house number is followed by the name of a street: a word of letters that is not a unit. */
function leadsToName(body: string, at: number): boolean {
  return /^[\s,]+\p{L}{2,}/u.test(body.slice(at)) || /^\s*$/.test(body.slice(at))
}

function signsOf(body: string, pattern: RegExp, kind: Sign['kind']): Sign[] {
  return [...body.matchAll(pattern)].map(match => ({ kind, start: match.index, end: match.index + match[0].length }))
}

function sentencesOf(text: string): { start: number; end: number }[] {
  return [...text.matchAll(/[^\n!?;]+[!?;]*/gu)].map(match => ({
    start: match.index,
    end: match.index + match[0].length,
  }))
}

function withoutMarks(word: string): string {
  return word
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/đ/g, 'd')
}
