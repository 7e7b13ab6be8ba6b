// Only where somebody says that it is a name ("tên em là …", "chị Nguyễn Thị Hoa"): streets, brands and goods look the same.

const word = String.raw`\p{Lu}[\p{L}’']{0,20}`
const anyWord = String.raw`\p{L}[\p{L}’']{0,20}`
const begin = String.raw`(?<![\p{L}\d])`
const end = String.raw`(?![\p{L}\d])`
const surname = String.raw`(?:Nguyễn|Trần|Lê|Phạm|Hoàng|Huỳnh|Phan|Vũ|Võ|Đặng|Bùi|Đỗ|Hồ|Ngô|Dương|Lý|Đinh|Trương|Lâm|Đoàn|Trịnh|Tô|Tạ|Lưu|Đào|Châu|Quách|Kiều|Nguyen|Tran|Pham|Hoang|Huynh|Vu|Vo|Dang|Bui|Do|Ngo|Duong|Dinh|Truong|Doan|Trinh|Luu|Dao|Quach)`

const patterns: RegExp[] = [
  // Introduced as a name: one word is enough, and capitals may be missing.
  String.raw`${begin}(?:(?:[Hh]ọ|ho)\s?(?:và|va|&)?\s?(?:tên|ten)|[Tt]ên(?:\s(?:của|cua)?\s?(?:em|mình|tôi|anh|chị|khách|người nhận|người đặt))?|[Tt]en\s(?:em|minh|toi|anh|chi|khach)|[Nn]gười\s(?:nhận|đặt|gửi)|[Nn]guoi\s(?:nhan|dat|gui)|[Nn]ame|[Rr]ecipient)\s?(?:là|la|is|:)\s?(?<name>${word}(?:\s${word}){0,3}|${anyWord}(?:\s${anyWord}){0,1}(?=[,.;\n]|$))`,
  String.raw`${begin}(?:[Mm]y name is|[Mm]y name’s|[Mm]y name's|[Cc]all me)\s(?<name>${anyWord}(?:\s${word}){0,3})`,
  // With a pronoun or title: at least two capitalised words.
  String.raw`${begin}(?:[Ee]m|[Mm]ình|[Tt]ôi|[Tt]ui|[Aa]nh|[Cc]hị|[Cc]ô|[Cc]hú|[Bb]ác|[Ôô]ng|[Bb]à|[Cc]háu)\s(?:là|tên|tên là)\s(?<name>${word}(?:\s${word}){1,3})`,
  String.raw`${begin}(?:[Aa]nh|[Cc]hị|[Cc]ô|[Cc]hú|[Bb]ác|[Ôô]ng|[Bb]à|[Bb]ạn|[Ee]m)\s(?<name>${surname}(?:\s${word}){1,3})`,
  String.raw`${begin}(?:I am|I'm|I’m|[Tt]his is|Mr\.?|Mrs\.?|Ms\.?|[Rr]egards,|[Tt]hanks,)\s(?<name>${word}(?:\s${word}){1,3})`,
].map(pattern => new RegExp(pattern + end, 'gu'))

const noName = /^(?:gì|gi|ai|sao|thế|the|what|this|that|not|là)(?![\p{L}])/iu

/** Ranges are of the text in NFC. */
export function findNames(text: string): { start: number; end: number }[] {
  const plain = text.normalize('NFC')
  const found: { start: number; end: number }[] = []
  for (const pattern of patterns)
    for (const match of plain.matchAll(pattern)) {
      const name = match.groups?.['name']?.trim() ?? ''
      const start = match.index + match[0].lastIndexOf(name)
      if (name.length < 2 || noName.test(name) || found.some(one => start < one.end && one.start < start + name.length))
        continue
      found.push({ start, end: start + name.length })
    }
  return found.sort((a, b) => a.start - b.start)
}
