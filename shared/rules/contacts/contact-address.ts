/**
 * A number beside a word is more often an amount than a house ("lầu 4", "5 cây", "1 thùng"), and a district alone asks what delivery
 * costs: an address needs a house, alley, street, hamlet or building plus a second sign. Works with and without Vietnamese marks.
 */

const begin = String.raw`(?<![\p{L}\d])`
const end = String.raw`(?![\p{L}\d])`
const sign = (body: string) => new RegExp(begin + body, 'gu')
const signOfAnyCase = (body: string) => new RegExp(begin + body, 'giu')
const words = (alternatives: string) =>
  `(?:${alternatives.replace(/(?<=^|\|)\p{Ll}/gu, letter => `[${letter}${letter.toUpperCase()}]`)})`

// Bounded, because they may start after any character they contain.
const word = String.raw`[\p{L}\d][\p{L}\d.'’-]{0,40}`
const names = String.raw`\p{Lu}[\p{L}.'’-]{0,40}${end}(?:\s\p{Lu}[\p{L}.'’-]{0,40}${end}|\s\d{1,2}${end}){0,4}`
const number = String.raw`\d{1,4}[A-Za-z]?(?:[/-]\d{1,4}[A-Za-z]?){0,4}${end}`
const numbered = String.raw`(?<!\d[.,])(?:${words('số nhà|so nha|nhà số|nha so|số|so|no')}\.?\s)?${number}`
const road = words('đường|duong|phố|pho')
const alley = words('ngõ|ngo|ngách|ngach|hẻm|hem|kiệt|kiet')

const near: RegExp[] = [
  // "12/7 ngõ 34 Kim Mã", "số 5, ngõ 3 phố Huế", "27 hem 4 duong mau than", "123 đường 3/2"
  sign(
    String.raw`${numbered},?\s(?:${alley}\s${number},?\s(?:${road}\s)?|${road}\s)(?:${names}|${word}(?:\s${word}){0,2})`,
  ),
  sign(String.raw`${alley}\s${number}(?:,?\s(?:${road}\s)?${names})?`),
  sign(String.raw`${road}\s(?:${names}|\d{1,2}/\d{1,2}${end})`),
  sign(String.raw`${number}\s${word}(?:\s${word}){0,3}\s${words('street|st|road|rd|avenue|ave|alley|lane')}${end}`),
]
/** Weaker signs: they need a district, a town or "giao về" right beside them. */
const perhaps: RegExp[] = [
  sign(String.raw`${numbered}\s${names}`),
  // Without capitals only after a word for "here": "giao 12 nguyen hue q1".
  sign(
    String.raw`(?<=${begin}${words('giao|ship|gửi|gui|về|ve|tới|toi|đến|den|qua|ở|o|tại|tai|đc|địa chỉ|dia chi')}:?\s)${numbered}\s\p{L}{2,7}\s\p{L}{2,7}${end}`,
  ),
  sign(
    String.raw`${words('ấp|ap|thôn|thon|xóm|xom|tổ dân phố|tổ|khu phố|khu pho|kp|buôn|bản|đội')}\s(?:\d{1,3}${end}|${names})`,
  ),
  sign(
    String.raw`${words('chung cư|chung cu|cc|toà nhà|tòa nhà|toà|tòa|block|căn hộ|can ho|căn|kđt|kdt|khu đô thị|khu do thi|khu công nghiệp|khu cong nghiep|lô|ký túc xá|ktx|apartment|apt|building|tower|quốc lộ|tỉnh lộ')}\.?\s(?:${names}|[A-Za-z]{0,2}\d[\dA-Za-z.-]{0,8}${end})`,
  ),
]
const unit = signOfAnyCase(
  String.raw`(?:(?:phường|phuong|quận|quan|huyện|huyen|xã|xa|thị trấn|thi tran|thị xã|thi xa|tx|thành phố|thanh pho|tp|tỉnh|tinh|district|ward)\.?\s*${word}|[pq]\.?\s?\d{1,2}${end})`,
)
const places = `hà nội,hn,sài gòn,sg,hồ chí minh,hcm,tphcm,đà nẵng,hải phòng,cần thơ,huế,biên hoà,biên hòa,nha trang,vũng tàu,đà lạt,bình dương,đồng nai,nghệ an,thanh hoá,thanh hóa,quy nhơn,an giang,bà rịa,bắc giang,bắc kạn,bạc liêu,bắc ninh,bến tre,bình định,bình phước,bình thuận,cà mau,cao bằng,đắk lắk,đăk lăk,daklak,đắk nông,điện biên,đồng tháp,gia lai,hà giang,hà nam,hà tĩnh,hải dương,hậu giang,hoà bình,hòa bình,hưng yên,khánh hoà,khánh hòa,kiên giang,kon tum,lai châu,lâm đồng,lạng sơn,lào cai,long an,nam định,ninh bình,ninh thuận,phú thọ,phú yên,quảng bình,quảng nam,quảng ngãi,quảng ninh,quảng trị,sóc trăng,sơn la,tây ninh,thái bình,thái nguyên,tiền giang,trà vinh,tuyên quang,vĩnh long,vĩnh phúc,yên bái,vinh,thủ đức,bình thạnh,gò vấp,tân bình,tân phú,phú nhuận,bình tân,hóc môn,củ chi,nhà bè,bình chánh,dĩ an,thuận an,ba đình,hoàn kiếm,đống đa,hai bà trưng,cầu giấy,thanh xuân,hoàng mai,long biên,tây hồ,hà đông,nam từ liêm,bắc từ liêm,gia lâm,đông anh,hải châu,thanh khê,sơn trà,ngũ hành sơn,liên chiểu,cẩm lệ,lê chân,ngô quyền,hồng bàng,ninh kiều,cái răng,hạ long,phan thiết,buôn ma thuột,pleiku,mỹ tho,rạch giá,long xuyên,hội an,thủ dầu một,việt trì,sầm sơn,hanoi,saigon,da nang,danang`
export const townNames: readonly string[] = places.split(',')
const wide: RegExp[] = [
  unit,
  signOfAnyCase(`(?:${townNames.flatMap(place => [place, withoutMarks(place)]).join('|')})${end}`),
]
const giving = signOfAnyCase(
  String.raw`(?:(?:giao|ship|gửi|gui|chuyển|chuyen)(?:\s\p{L}+){0,3}?\s(?:về|ve|đến|den|tới|toi|qua|ra|tại|tai|lên|len)${end}|(?:giao|ship)(?=\s\d)|(?:địa chỉ|dia chi|đ\/c|đchi|dchi|đc|dc)\s?(?:(?:của |cua )?(?:em|mình|minh|anh|chị|chi|tôi|toi|e|m|nhận hàng|nhan hang|giao hàng|giao hang|ship)\s?)?(?:là|la|ở|o)?\s?[:=]|(?:địa chỉ|dia chi|đc)(?=\s(?:số\s|so\s)?\d)|(?:nhà|nha)\s(?:em|mình|minh|anh|chị|chi|tôi|toi|e|m)\s(?:ở|tại|o)${end}|(?:nhà|nha)(?=\s\d)|(?:em|mình|minh|anh|chị|chi|tôi|toi|e|m)\s(?:đang\s|dang\s)?(?:ở|o)(?=\s(?:\d|số|so\s\d|ngõ|hẻm|kiệt|chung|toà|tòa))|my address|address is|deliver (?:it |them )?to|send (?:it |them )?to|ship (?:it |them )?to|live at|living at)`,
)
const asking =
  /(?:ở đâu|o dau|chỗ nào|cho nao|where|là gì|la gi|phải không|phai khong|đúng không|dung khong|mấy giờ|may gio|có (?:cửa hàng|chi nhánh|ship|giao)|co (?:cua hang|chi nhanh))/iu
const shopsOwn =
  /(?:địa chỉ|dia chi)\s(?:shop|cửa hàng|cua hang|bên|ben|phòng khám|phong kham|quán|quan|công ty)|(?:shop|cửa hàng|quán|bên mình|phòng khám)\s(?:ở|tại|o)(?!\p{L})/iu
const amountUnit =
  /^\s*(?:cái|hộp|tuýp|chai|ngày|giờ|tháng|năm|triệu|người|sản phẩm|cai|hop|chai|ngay|gio|thang|nguoi|tai|ký|ky|kí|ki|kilo|kilôgam|cân|can|lạng|lang|tạ|tấn|mm|m|mét|met|inch|cáp|cap|món|mon|lần|lan|đ|k|kg|g|ml|cm|%|h|tr|răng|rang|tuần|tuan|phút|phut|tuổi|tuoi|tầng|tang|lớp|lop|bông|bong|size|bộ|bo|đôi|doi|gói|goi|lít|lit|độ)(?![\p{L}])/iu
const questionName = /\s(?:nào|nao|gì|gi|mấy|may)$/iu

type Sign = { start: number; end: number }

/** From the first sign to the last; ranges are of the text as given. */
export function findAddress(text: string): { start: number; end: number } | null {
  const read = withoutShouting(text)
  for (const sentence of sentencesOf(read)) {
    const found = inSentence(read.slice(sentence.start, sentence.end))
    if (found) return { start: sentence.start + found.start, end: sentence.start + found.end }
  }
  return null
}

/** Length of the part that identifies the house: without ward, district or town. */
export function houseLength(text: string, { start, end: stop }: { start: number; end: number }): number {
  const within = (patterns: RegExp[]): Sign[] =>
    patterns
      .flatMap(pattern => signsOf(withoutShouting(text), pattern))
      .filter(one => one.start >= start && one.end <= stop)
  const last = Math.max(start, ...within([...near, ...perhaps]).map(one => one.end))
  const outside = within(wide).filter(one => one.start > start)
  return text.slice(start, Math.min(last, ...outside.map(one => one.start))).replace(/[\s,.-]+$/u, '').length
}

function withoutShouting(text: string): string {
  const lower = text.toLowerCase()
  return text === text.toUpperCase() && lower.length === text.length ? lower : text
}

function inSentence(body: string): Sign | null {
  const around = wide.flatMap(pattern => signsOf(body, pattern))
  const given = signsOf(body, giving)
  const isBeside = (one: Sign): boolean =>
    around.some(other => other.end > one.end && addressGap.test(body.slice(one.end, Math.max(one.end, other.start)))) ||
    given.some(other => other.end <= one.start && one.start - other.end <= maxGap)
  const sure = near
    .flatMap(pattern => signsOf(body, pattern))
    .filter(one => !questionName.test(body.slice(one.start, one.end)))
  const likely = perhaps.flatMap(pattern => signsOf(body, pattern)).filter(one => !isAmount(body, one))
  const holds = [
    ...sure.filter(one => around.length > 0 || given.length > 0 || /\d.*\p{Lu}/u.test(body.slice(one.start, one.end))),
    ...likely.filter(one => isBeside(one) || likely.filter(other => !overlap(one, other)).some(isBeside)),
  ]
  if (holds.length === 0 || shopsOwn.test(body)) return null
  const isGiven = given.length > 0
  if (asking.test(body) && !(isGiven && holds.length + around.length >= 3)) return null
  if (/\?\s*$/.test(body) && !isGiven) return null
  const start = Math.min(...holds.map(one => one.start))
  const after = [...sure, ...likely, ...around].filter(one => one.start >= start).sort((a, b) => a.start - b.start)
  let stop = start
  for (const one of after) if (stop === start || one.start - stop <= maxGap) stop = Math.max(stop, one.end)
  const tail =
    /^(?:\s\p{Lu}[\p{L}\d]*)*(?:,\s?(?:\p{Lu}[\p{L}\d.]*\s?){1,4})*/u.exec(body.slice(stop))?.[0].trimEnd().length ?? 0
  return { start, end: stop + tail }
}

const addressGap = /^[\s,.–-]{0,3}(?:\p{Lu}[\p{L}\s]{1,24},\s)?$/u

/** Letters between two signs of one address: ", " and an unlisted name. */
const maxGap = 24

function overlap(one: Sign, other: Sign): boolean {
  return one.start < other.end && other.start < one.end
}

/** "2 hộp … Hà Nội" is no house. */
function isAmount(body: string, { start }: Sign): boolean {
  const after = /^\d+[a-z]?(?:[/-]\d+)*(?=\s)/iu.exec(body.slice(start))
  return after !== null && amountUnit.test(body.slice(start + after[0].length))
}

function signsOf(body: string, pattern: RegExp): Sign[] {
  return [...body.matchAll(pattern)].map(match => ({ start: match.index, end: match.index + match[0].length }))
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
