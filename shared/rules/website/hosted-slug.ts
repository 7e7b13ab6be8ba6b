import { fold } from '../text/fold.ts'

export const minSlugLength = 3
export const maxSlugLength = 40

const shape = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const reserved = new Set(
  `about account admin admins api app assets auth billing bot brand bao-mat chat contact cskh dang-ky dang-nhap dashboard demo en help
  ho-tro hotline index info khuyen-mai lien-he login logout mail null official operator password pay payment print qr quan-tri robots root
  sen settings shop sign-in sign-up static status support system tai-khoan team test thanh-toan undefined user vi widget www xac-minh`
    .split(/\s+/)
    .filter(Boolean),
)
/** Names that customers trust with money or identity: reserved, also as part of an address. */
const trusted = new Set(
  `acb agribank apple bidv bocongan chinhphu congan facebook google instagram lazada mbbank meta messenger microsoft momo sacombank shopee
  techcombank tiktok tpbank vcb vietcombank vietinbank vneid vnpay vnpost vpbank whatsapp youtube zalo zalopay`
    .split(/\s+/)
    .filter(Boolean),
)

export function readSlug(typed: string): string | undefined {
  const slug = fold(typed).trim()
  return slug.length >= minSlugLength && slug.length <= maxSlugLength && shape.test(slug) ? slug : undefined
}

export function isReservedSlug(slug: string, brand: string): boolean {
  return reserved.has(slug) || slug === partsOf(brand) || slug.split('-').some(word => trusted.has(word))
}

export function slugFor(name: string, brand: string): string {
  const slug = partsOf(name)
    .slice(0, maxSlugLength - 5)
    .replace(/-+$/, '')
  if (slug.length < minSlugLength) return `tiem${slug && `-${slug}`}`
  return isReservedSlug(slug, brand)
    ? slug.split('-').some(word => trusted.has(word))
      ? 'tiem'
      : `tiem-${slug}`
    : slug
}

function partsOf(name: string): string {
  return fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}
