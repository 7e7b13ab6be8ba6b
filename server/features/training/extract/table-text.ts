/** `header`: rows the file marks as header. */
export type Table = { rows: string[][]; header?: number }

const MONEY = /^(từ|from|~|≈)?\s*[$€]?\s*\d[\d.,]*\s*(đ|₫|vnđ|vnd|k|nghìn|ngàn|triệu|tr|usd|\$|€)?(\s*[–—/-].*)?$/iu
const TIME = /^\d{1,2}\s*(h|:|giờ)\s*\d{0,2}/iu
const HEADER_WORD =
  /^(stt|tt|no\.?|#|mã(?!\p{L}).*|tên(?!\p{L}).*|loại(?!\p{L}).*|sản phẩm|mặt hàng|món(?!\p{L}).*|dịch vụ|hạng mục|gói(?!\p{L}).*|nội dung|mô tả|chi tiết|đơn vị.*|đvt|đơn giá.*|giá(?!\p{L}).*|thành tiền|phí(?!\p{L}).*|số lượng|sl|size|kích thước|màu.*|chất liệu|dung tích|khối lượng|trọng lượng|khu vực|địa điểm|thời gian.*|thời lượng|giờ(?!\p{L}).*|ngày(?!\p{L}).*|thứ|bảo hành|ghi chú|tình trạng|xuất xứ|thương hiệu|chi nhánh|địa chỉ|liên hệ|điện thoại|item|product|name|service|description|unit|unit price|price|fee|cost|quantity|qty|colou?r|area|region|zone|time|hours|day|warranty|notes?|origin|brand|branch|address|phone)$/iu
const FACT_NAME =
  /^(địa chỉ|hotline|(số )?điện thoại|sđt|e-?mail|zalo|facebook|fanpage|website|giờ (mở cửa|làm việc)|mở cửa|mã số thuế|mst|ngân hàng|(số|chủ) tài khoản|stk|liên hệ|address|phone|opening hours|tax code)$/iu

/** A pipe table if its columns have names, else tab-separated rows: a data row must never pass for a header. */
export function tableText(table: Table): string {
  const rows = withoutEmptyColumns(
    table.rows.map(row => row.map(cellText)).filter(row => row.some(cell => cell !== '')),
  )
  if (rows.length === 0) return ''
  if ((rows[0]?.length ?? 0) < 2) return rows.map(row => row[0] ?? '').join('\n')
  const headerRows = headerHeight(rows, table.header)
  if (headerRows === 0) return rows.map(row => row.filter(cell => cell !== '').join('\t')).join('\n')
  const header = joinHeaders(rows.slice(0, headerRows))
  return [header, header.map(() => '---'), ...withGroups(rows.slice(headerRows))].map(pipeRow).join('\n')
}

/** Marked rows, else a guess; 2 for grouped headers. */
export function headerHeight(rows: string[][], marked = 0): number {
  if (marked > 1) return Math.min(marked, rows.length - 1)
  if (rows.length < 2 || (marked === 0 && !hasHeader(rows))) return 0
  const [first = [], second = []] = rows
  const completes =
    first.some((name, i) => name !== '' && second[i] === '') &&
    second.filter(name => name !== '').length >= 2 &&
    first.some((name, i) => name === '' && second[i] !== '') &&
    first.every((name, i) => name !== '' || second[i] !== '') &&
    second.every(name => name.length <= 30 && !isFigure(name))
  return completes && rows.length > 2 ? 2 : 1
}

/** Repeats a group's cell in each row. The first row must have it: else it is vertically centred. */
export function withGroups(rows: string[][], above = ''): string[][] {
  let group = above
  return rows.map(row => {
    const [first = '', second = ''] = row
    if (first !== '') group = first
    const belongs = first === '' && group !== '' && row.length > 2 && /\p{L}/u.test(second) && !isFigure(second)
    return belongs ? [group, ...row.slice(1)] : row
  })
}

export function pipeRow(cells: string[]): string {
  return `| ${cells.join(' | ')} |`
}

/** By its words, or words above figures. */
export function hasHeader(rows: string[][]): boolean {
  const [first, ...body] = rows
  if (!first || body.length === 0) return false
  const named = first.filter(cell => cell !== '')
  if (named.length < 2 || named.some(cell => cell.length > 50 || isFigure(cell))) return false
  // "Địa chỉ", "Hotline" down the first column: rows are facts, the first included.
  const facts = rows.some(row => FACT_NAME.test(row[0] ?? ''))
  if (facts && named.length === 2 && !HEADER_WORD.test(named[1] ?? '')) return false
  const words = named.filter(cell => HEADER_WORD.test(cell)).length
  if (words >= 2 || (words === 1 && named.length === 2 && HEADER_WORD.test(named[1] ?? ''))) return true
  if (new Set(named).size < named.length) return false
  return first.some(
    (_, column) =>
      column > 0 &&
      mostly(
        body.map(row => row[column] ?? ''),
        isFigure,
      ),
  )
}

export function isFigure(cell: string): boolean {
  return MONEY.test(cell) || TIME.test(cell)
}

export function mostly(cells: string[], is: (cell: string) => boolean): boolean {
  const filled = cells.filter(cell => cell !== '')
  return filled.length > 0 && filled.filter(is).length >= filled.length * 0.6
}

/** "Giá" over "Sỉ" and "Lẻ" becomes "Giá Sỉ" and "Giá Lẻ". */
export function joinHeaders(rows: string[][]): string[] {
  const columns = rows[0]?.length ?? 0
  if (rows.length > 1) rows = [spreadNames(rows[0] ?? [], rows[1] ?? []), ...rows.slice(1)]
  return Array.from({ length: columns }, (_, column) => {
    const names = rows.map(row => row[column] ?? '').filter(name => name !== '')
    return [...new Set(names)].join(' ')
  })
}

function spreadNames(names: string[], below: string[]): string[] {
  let over = ''
  return names.map((name, i) => {
    if (name !== '') over = below[i] === '' ? '' : name
    return below[i] === '' ? name : over
  })
}

function withoutEmptyColumns(rows: string[][]): string[][] {
  const width = rows.reduce((max, row) => Math.max(max, row.length), 0)
  const filled = Array.from({ length: width }, (_, column) => column).filter(column => rows.some(row => row[column]))
  return rows.map(row => filled.map(column => row[column] ?? ''))
}

function cellText(cell: string): string {
  return cell
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('|', '/')
    .replace(/\s+/g, ' ')
    .trim()
}
