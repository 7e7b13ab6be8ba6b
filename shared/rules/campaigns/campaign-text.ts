import { campaignTexts } from '../../texts/campaigns/campaign-texts.ts'
import type { Language } from '../../words.ts'
import type { CampaignButton } from './campaign-buttons.ts'
import { fold } from '../text/fold.ts'
import type { Purpose } from './send-question.ts'

export type CampaignContent = {
  texts: Partial<Record<Language, string>>
  /** for people without a text in their own language */
  fallback: Language | null
  buttons?: readonly CampaignButton[]
  /** instead of a text: a template approved by the platform */
  template?: { id: string; values: Readonly<Record<string, string>> } | null | undefined
}

export type PlaceValues = { customerName: string | null; fields: Readonly<Record<string, unknown>> }

/** With `maxPlaces` filled it is still shorter than what platforms cut. */
export const maxCampaignLength = 1000
/** Meta's limit for a marketing message. */
export const maxMarketingLength = 640
export const maxPlaces = 8
const maxValueLength = 100

const anyPlace = /\{\{([^{}]*)\}\}/g
const knownPlace = /^\s*(customer_name|field:[\p{L}\p{N}_-]{1,40})\s*(?:\|([^|]*))?$/u
const fieldStart = 'field:'
/** Dots mean that the author has yet to write what stands instead. */
const onlyDots = /^\s*(?:…|\.{2,})\s*$/
const link = /https?:|www\.|\b[\w-]+\.(?:com|net|org|vn|info|shop|store|me|io|ly|xyz|top)\b/i

/** @returns undefined if there is none. An unknown language reads the shop's. */
export function textFor(content: CampaignContent, language: Language | null, shop: Language): string | undefined {
  const { texts, fallback } = content
  const own = texts[language ?? fallback ?? shop]
  return own || (fallback ? texts[fallback] : undefined) || undefined
}

/** @param fields places of the shop's fields; without it, every field is taken for known */
export function wrongPlaces(text: string, fields?: readonly string[]): string[] {
  const all = [...text.matchAll(anyPlace)]
  const isKnown = (inside: string) => {
    const [, name = '', otherwise = ''] = knownPlace.exec(inside) ?? []
    if (onlyDots.test(otherwise)) return false
    return name.startsWith(fieldStart) ? (fields?.includes(name.slice(fieldStart.length)) ?? true) : name !== ''
  }
  const wrong = all.filter(([, inside = '']) => !isKnown(inside)).map(([whole]) => whole)
  const rest = text.replace(anyPlace, '')
  if (/\{\{|\}\}/.test(rest)) wrong.push('{{')
  return all.length > maxPlaces ? [...wrong, all[maxPlaces]?.[0] ?? ''] : wrong
}

/** @returns undefined if a place has no value */
export function fillPlaces(text: string, values: PlaceValues): string | undefined {
  let isOpen = false
  const filled = text.replace(anyPlace, (_whole, inside: string) => {
    const [, name = '', otherwise] = knownPlace.exec(inside) ?? []
    const value = name === 'customer_name' ? values.customerName : values.fields[name.slice(fieldStart.length)]
    const shown = usable(value) ?? otherwise?.replace(onlyDots, '').trim()
    if (!shown) isOpen = true
    return shown ?? ''
  })
  return isOpen ? undefined : filled
}

/** What somebody wrote into a profile goes into our sentence: one line, short, no links. */
function usable(value: unknown): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  if (!text || text.length > maxValueLength || /[\r\n\u2028\u2029{}]/.test(text) || link.test(text)) return undefined
  return text
}

/** Adds the advertising label and the sender to promotions, and the way to opt out to all but service messages. */
export function wholeText(text: string, { purpose, shop, language, label: labelled = true }: Whole): string {
  const texts = campaignTexts(language)
  const lead = labelled ? texts.label : texts.sender
  const label = purpose === 'promotion' ? lead.replaceAll('{shop}', () => shop) : ''
  const footer = purpose === 'service' ? '' : `\n\n${texts.footer}`
  return `${label}${text.trim()}${footer}`
}

export type Whole = { purpose: Purpose; shop: string; language: Language; label?: boolean }

const promotional =
  /\b(?:giam gia|khuyen mai|uu dai|sale|voucher|coupon|tang kem|mua \d+ tang|free ?ship|mien phi (?:ship|giao|van chuyen)|xa hang|gia soc|flash|discount|deal|promo\w*|special offer|free gift|\d+k off)\b|\d ?%/

export function soundsPromotional(text: string): boolean {
  return promotional.test(fold(text))
}
