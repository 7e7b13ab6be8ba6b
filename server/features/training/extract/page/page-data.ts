import { fold } from '#shared/rules/text/fold.ts'
import type { DomNode } from './page.ts'

type JsonObject = Record<string, unknown>
type Words = Record<
  | 'price'
  | 'brand'
  | 'code'
  | 'stock'
  | 'colour'
  | 'size'
  | 'material'
  | 'address'
  | 'phone'
  | 'email'
  | 'hours'
  | 'from'
  | 'to',
  string
>

const words: Record<'vi' | 'en', Words> = {
  vi: {
    price: 'Giá',
    brand: 'Thương hiệu',
    code: 'Mã sản phẩm',
    stock: 'Tình trạng',
    colour: 'Màu sắc',
    size: 'Kích thước',
    material: 'Chất liệu',
    address: 'Địa chỉ',
    phone: 'Điện thoại',
    email: 'Email',
    hours: 'Giờ mở cửa',
    from: 'từ',
    to: 'đến',
  },
  en: {
    price: 'Price',
    brand: 'Brand',
    code: 'Product code',
    stock: 'Availability',
    colour: 'Colour',
    size: 'Size',
    material: 'Material',
    address: 'Address',
    phone: 'Phone',
    email: 'E-mail',
    hours: 'Opening hours',
    from: 'from',
    to: 'to',
  },
}
const stocks: Record<string, { vi: string; en: string }> = {
  instock: { vi: 'Còn hàng', en: 'In stock' },
  outofstock: { vi: 'Hết hàng', en: 'Out of stock' },
  soldout: { vi: 'Hết hàng', en: 'Sold out' },
  preorder: { vi: 'Đặt trước', en: 'Pre-order' },
  backorder: { vi: 'Đặt hàng, giao sau', en: 'On back-order' },
  limitedavailability: { vi: 'Còn ít', en: 'Few left' },
  discontinued: { vi: 'Ngừng bán', en: 'Discontinued' },
}
const weekdays: Record<string, { vi: string; en: string }> = {
  mo: { vi: 'Thứ Hai', en: 'Monday' },
  tu: { vi: 'Thứ Ba', en: 'Tuesday' },
  we: { vi: 'Thứ Tư', en: 'Wednesday' },
  th: { vi: 'Thứ Năm', en: 'Thursday' },
  fr: { vi: 'Thứ Sáu', en: 'Friday' },
  sa: { vi: 'Thứ Bảy', en: 'Saturday' },
  su: { vi: 'Chủ Nhật', en: 'Sunday' },
}
const maxObjects = 200
const maxFactLength = 1_000

export function readPageData(page: DomNode): JsonObject[] {
  const nodes: JsonObject[] = []
  for (const script of page.querySelectorAll('script[type="application/ld+json"]')) {
    try {
      gather(JSON.parse(script.textContent) as unknown, nodes)
    } catch {}
  }
  return nodes
}

/** As text sections, without what the page already says. */
export function dataText(nodes: JsonObject[], pageText: string, language: 'vi' | 'en'): string {
  const known = { words: squeezed(pageText), figures: figuresOf(pageText) }
  const sections = nodes.map(node => {
    if (is(node, /^Product$|^ProductGroup$/)) return section(node, productFacts(node, language), known)
    if (is(node, /^Question$/)) return question(node, known)
    if (is(node, /Business$|Store$|Shop$|^Restaurant$|^Organization$|^Hotel$|^CafeOrCoffeeShop$|^Bakery$/))
      return section(node, shopFacts(node, language), known)
    return ''
  })
  return [...new Set(sections.filter(Boolean))].join('\n\n')
}

type Known = { words: string; figures: Set<string> }
type Fact = [name: string, value: string]

function section(node: JsonObject, facts: Fact[], known: Known): string {
  const name = text(node['name'])
  const fresh = facts.filter(([, value]) => value && !isOnPage(value, known))
  if (!name || fresh.length === 0) return ''
  return [`## ${name}`, ...fresh.map(([label, value]) => `- ${label}: ${value}`)].join('\n')
}

function question(node: JsonObject, known: Known): string {
  const asked = text(node['name'])
  const answer = text(first(node['acceptedAnswer'])['text'])
  if (!asked || !answer || known.words.includes(squeezed(answer))) return ''
  return `### ${asked}\n\n${answer}`
}

function productFacts(product: JsonObject, language: 'vi' | 'en'): Fact[] {
  const label = words[language]
  const offers = list(product['offers'])
  const stock = text(offers[0]?.['availability']).split(/[/#]/).at(-1)?.toLowerCase() ?? ''
  return [
    [label.price, prices(offers, language)],
    [label.stock, stocks[stock]?.[language] ?? ''],
    [label.brand, nameOf(product['brand'])],
    [label.code, text(product['sku']) || text(product['mpn'])],
    [label.colour, text(product['color'])],
    [label.size, nameOf(product['size'])],
    [label.material, nameOf(product['material'])],
  ]
}

function prices(offers: JsonObject[], language: 'vi' | 'en'): string {
  const label = words[language]
  const amounts = offers.flatMap(offer => [
    offer['lowPrice'],
    offer['highPrice'],
    offer['price'],
    ...list(offer['priceSpecification']).map(one => one['price']),
  ])
  const known = amounts.map(amount => Number(text(amount).replace(/[^\d.]/g, ''))).filter(amount => amount > 0)
  if (known.length === 0) return ''
  const currency = text(offers.find(offer => offer['priceCurrency'])?.['priceCurrency']) || 'VND'
  const [low, high] = [Math.min(...known), Math.max(...known)]
  if (low === high) return money(low, currency)
  return `${label.from} ${money(low, currency)} ${label.to} ${money(high, currency)}`
}

function money(amount: number, currency: string): string {
  const figures = new Intl.NumberFormat('vi-VN', { maximumFractionDigits: 2 }).format(amount)
  return currency.toUpperCase() === 'VND' ? `${figures}đ` : `${figures} ${currency.toUpperCase()}`
}

function shopFacts(shop: JsonObject, language: 'vi' | 'en'): Fact[] {
  const label = words[language]
  const address = shop['address']
  const parts =
    typeof address === 'string'
      ? [address]
      : ['streetAddress', 'addressLocality', 'addressRegion'].map(name => text(first(address)[name]))
  return [
    [label.address, parts.filter(Boolean).join(', ')],
    [label.phone, text(shop['telephone'])],
    [label.email, text(shop['email']).replace(/^mailto:/, '')],
    [label.hours, hours(shop, language)],
  ]
}

function hours(shop: JsonObject, language: 'vi' | 'en'): string {
  const plain = [shop['openingHours']].flat().map(text).filter(Boolean)
  const spelled = plain.map(line =>
    line.replace(/[A-Za-z]+/g, day => weekdays[day.slice(0, 2).toLowerCase()]?.[language] ?? day),
  )
  const specified = list(shop['openingHoursSpecification']).map(one => {
    const days = [one['dayOfWeek']].flat().map(day => text(day).split('/').at(-1)?.slice(0, 2).toLowerCase() ?? '')
    const names = days.map(day => weekdays[day]?.[language]).filter(Boolean)
    return `${names.join(', ')} ${clock(one['opens'])}–${clock(one['closes'])}`.trim()
  })
  return [...spelled, ...specified.filter(line => /\d/.test(line))].join('; ')
}

function clock(time: unknown): string {
  return text(time).replace(/^(\d{1,2}:\d{2}):\d{2}.*$/, '$1')
}

function isOnPage(value: string, known: Known): boolean {
  const figures = [...figuresOf(value)]
  return figures.length > 0 && /^[\d\s.,đ₫A-Zừđến]+$/u.test(value)
    ? figures.every(figure => known.figures.has(figure))
    : known.words.includes(squeezed(value))
}

function figuresOf(pageText: string): Set<string> {
  return new Set((pageText.match(/\d[\d.,]*/g) ?? []).map(number => number.replace(/[.,]/g, '')))
}

function squeezed(pageText: string): string {
  return fold(pageText).replace(/[^\p{L}\p{N}]+/gu, '')
}

function gather(value: unknown, into: JsonObject[], depth = 0): void {
  if (into.length >= maxObjects || depth > 6 || value === null || typeof value !== 'object') return
  if (Array.isArray(value)) {
    for (const one of value) gather(one, into, depth + 1)
    return
  }
  const node = value as JsonObject
  into.push(node)
  for (const name of ['@graph', 'mainEntity', 'itemListElement', 'item']) gather(node[name], into, depth + 1)
}

function is(node: JsonObject, kind: RegExp): boolean {
  return [node['@type']].flat().some(type => typeof type === 'string' && kind.test(type))
}

function list(value: unknown): JsonObject[] {
  return [value].flat().filter((one): one is JsonObject => typeof one === 'object' && one !== null)
}

function first(value: unknown): JsonObject {
  return list(value)[0] ?? {}
}

function nameOf(value: unknown): string {
  const [one] = [value].flat()
  return typeof one === 'object' && one !== null ? text((one as JsonObject)['name']) : text(one)
}

function text(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return ''
  return value
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxFactLength)
}
