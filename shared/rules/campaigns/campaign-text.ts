import { campaignTexts } from '../../texts/campaigns/campaign-texts.ts'
import type { Language } from '../../words.ts'
import type { CampaignButton } from './campaign-buttons.ts'
import { fold } from '../text/fold.ts'
import type { Purpose } from './send-question.ts'

/** What a campaign says, as its author wrote it. */
export type CampaignContent = {
  texts: Partial<Record<Language, string>>
  /** for whom there is no text in their own language */
  fallback: Language | null
  buttons?: readonly CampaignButton[]
  /** in place of a text: a template that a platform has looked at, with what stands in its places */
  template?: { id: string; values: Readonly<Record<string, string>> } | null | undefined
}

/** What stands for the places of a text. */
export type PlaceValues = { customerName: string | null; fields: Readonly<Record<string, unknown>> }

/** As long as a whole message may be, and so many places in it: filled it is still shorter than what platforms cut. */
export const maxCampaignLength = 1000
/** What Meta takes as a marketing message. */
export const maxMarketingLength = 640
export const maxPlaces = 8
const maxValueLength = 100

const anyPlace = /\{\{([^{}]*)\}\}/g
const knownPlace = /^\s*(customer_name|field:[\p{L}\p{N}_-]{1,40})\s*(?:\|([^|]*))?$/u
const link = /https?:|www\.|\b[\w-]+\.(?:com|net|org|vn|info|shop|store|me|io|ly|xyz|top)\b/i

/** The text for somebody of this language; undefined: there is none. Whose language nobody knows reads the shop's. */
export function textFor(content: CampaignContent, language: Language | null, shop: Language): string | undefined {
  const { texts, fallback } = content
  const own = texts[language ?? fallback ?? shop]
  return own || (fallback ? texts[fallback] : undefined) || undefined
}

/** Places that nothing can stand for, as they are written, and the first that is one too many. */
export function wrongPlaces(text: string): string[] {
  const all = [...text.matchAll(anyPlace)]
  const wrong = all.filter(([, inside = '']) => !knownPlace.test(inside)).map(([whole]) => whole)
  const rest = text.replace(anyPlace, '')
  if (/\{\{|\}\}/.test(rest)) wrong.push('{{')
  return all.length > maxPlaces ? [...wrong, all[maxPlaces]?.[0] ?? ''] : wrong
}

/** The text with its places filled; undefined: for one of them there is nothing. */
export function fillPlaces(text: string, values: PlaceValues): string | undefined {
  let isOpen = false
  const filled = text.replace(anyPlace, (_whole, inside: string) => {
    const [, name = '', otherwise] = knownPlace.exec(inside) ?? []
    const value = name === 'customer_name' ? values.customerName : values.fields[name.slice('field:'.length)]
    const shown = usable(value) ?? otherwise?.trim()
    if (!shown) isOpen = true
    return shown ?? ''
  })
  return isOpen ? undefined : filled
}

/** What somebody wrote into a profile is a word in our sentence: one line, short, leading nowhere. */
function usable(value: unknown): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  if (!text || text.length > maxValueLength || /[\r\n\u2028\u2029{}]/.test(text) || link.test(text)) return undefined
  return text
}

/** The whole message: what advertises says so first and who sends it, and every one but those of orders names the way out last. */
export function wholeText(text: string, { purpose, shop, language, label: labelled = true }: Whole): string {
  const texts = campaignTexts(language)
  const says = labelled ? texts.label : texts.sender
  const label = purpose === 'promotion' ? says.replaceAll('{shop}', () => shop) : ''
  const footer = purpose === 'service' ? '' : `\n\n${texts.footer}`
  return `${label}${text.trim()}${footer}`
}

export type Whole = { purpose: Purpose; shop: string; language: Language; label?: boolean }

const promotional =
  /\b(?:giam gia|khuyen mai|uu dai|sale|voucher|coupon|tang kem|mua \d+ tang|free ?ship|mien phi (?:ship|giao|van chuyen)|xa hang|gia soc|flash|discount|deal|promo\w*|special offer|free gift|\d+k off)\b|\d ?%/

/** Whether a text sounds like advertising. */
export function soundsPromotional(text: string): boolean {
  return promotional.test(fold(text))
}
