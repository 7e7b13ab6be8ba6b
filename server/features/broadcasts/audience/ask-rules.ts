import { numberIn } from '#features/channels/by-number.ts'
import { kindOf } from '#features/channels/kinds.ts'
import type { SentTemplate } from '#features/channels/sending/sending.ts'
import { minutes } from '#platform/clock.ts'
import type { Config } from '#server/config.ts'
import { asLines, buttonsIn, type SentButton } from '#shared/rules/campaigns/campaign-buttons.ts'
import { type CampaignContent, fillPlaces, textFor, wholeText } from '#shared/rules/campaigns/campaign-text.ts'
import type { Purpose, SendQuestion } from '#shared/rules/campaigns/send-question.ts'
import { maySend, type SendAnswer } from '#shared/rules/may-send.ts'
import type { RouteName } from '#shared/rules/campaigns/send-question.ts'
import type { Cap } from '#shared/rules/campaigns/sending-times.ts'
import { capOf, limitsOf } from '#shared/rules/campaigns/campaign-rules.ts'
import type { ChannelKind, Language } from '#shared/words.ts'
import type { ContactFacts, ShopFacts } from './contact-facts.ts'
import { tokenOf, waysOf } from '../marketing/marketing-facts.ts'
import { type PlannedTemplate, templateFacts, writeTemplate } from '../templates/template-plan.ts'

export type Plan = {
  purpose: Purpose
  routes: readonly RouteName[]
  content: CampaignContent | null
  template?: PlannedTemplate | undefined
  /** đồng: confirmed for one message, and left of the whole */
  cost: { confirmed: number | null; left: number | null }
  freeOn?: readonly ChannelKind[]
  deadline: Date | null
  stopped: boolean
}

export type Asked = { answer: SendAnswer; text: string; buttons: SentButton[]; template?: SentTemplate | undefined }

/** The only route to contacts known by number, and used for nobody else. */
const toNumbers = 'zalo.template_phone' satisfies RouteName

export function askRules(config: Config, facts: ContactFacts, shop: ShopFacts, plan: Plan, now: Date): Asked {
  const written = writtenFor(facts, shop, plan)
  const answer = maySend(questionOf(config, facts, shop, plan, written, now))
  const text = answer.route === 'facebook.marketing' ? written.plain : undefined
  return { answer, text: text ?? written.text, buttons: written.buttons ?? [], template: written.template }
}

type Written = {
  text: string
  buttons?: SentButton[]
  /** buttons as lines, for messages that show none: Zalo's without a template, Messenger's paid ones */
  plain?: string
  languageFits: boolean
  fieldsFilled: boolean
  valuesFit?: boolean
  template?: SentTemplate
}

function writtenFor(facts: ContactFacts, shop: ShopFacts, { content, purpose, template }: Plan): Written {
  if (template) {
    const known = { customerName: nameOf(facts), fields: fieldsOf(facts, shop) }
    const written = writeTemplate(template, known, facts.language ?? shop.language)
    return { text: '', languageFits: true, fieldsFilled: true, valuesFit: written !== undefined, ...written }
  }
  if (!content) return { text: '', languageFits: true, fieldsFilled: true }
  const text = textFor(content, facts.language, shop.language)
  if (text === undefined) return { text: '', languageFits: false, fieldsFilled: true }
  const filled = fillPlaces(text, { customerName: nameOf(facts), fields: fieldsOf(facts, shop) })
  if (filled === undefined) return { text: '', languageFits: true, fieldsFilled: false }
  const language = languageOfText(content, text, shop.language)
  const buttons = buttonsIn(content.buttons ?? [], language)
  const whole = { purpose, shop: shop.sender, language, label: shop.rules.label || facts.kind === 'zalo' }
  const plain = wholeText(`${filled.trim()}${asLines(buttons)}`, whole)
  return {
    ...{ buttons, plain },
    text: facts.kind === 'zalo' ? plain : wholeText(filled, whole),
    languageFits: true,
    fieldsFilled: true,
  }
}

function languageOfText({ texts }: CampaignContent, text: string, fallback: Language): Language {
  if (texts.vi === texts.en) return fallback
  return texts.en === text ? 'en' : 'vi'
}

function nameOf({ kind, external_id: id, name }: ContactFacts): string | null {
  return name === '' || name === kindOf(kind)?.placeholderName(id) ? null : name
}

function fieldsOf(facts: ContactFacts, shop: ShopFacts): Record<string, unknown> {
  return Object.fromEntries(shop.fields.map(({ id, place, kind }) => [place, shown(facts.fields[id], kind)]))
}

function shown(value: unknown, kind: string): unknown {
  const [, year, month, day] = kind === 'date' ? (/^(\d{4})-(\d{2})-(\d{2})$/.exec(String(value)) ?? []) : []
  return day ? `${day}/${month}/${year}` : value
}

function questionOf(
  config: Config,
  facts: ContactFacts,
  shop: ShopFacts,
  plan: Plan,
  { text, plain = text, languageFits, fieldsFilled, valuesFit = true }: Written,
  now: Date,
): SendQuestion {
  const { hours, caps } = limitsOf(shop.rules)
  const free = config.ZALO_FREE_REPLIES
  const template = templateFacts(plan.template, facts.channel_id)
  const byNumber = numberIn(facts.external_id) !== undefined
  return {
    now,
    zone: shop.zone,
    purpose: plan.purpose,
    restricted: facts.restricted,
    consent: facts.state === null || facts.state === 'asked' ? 'none' : facts.state,
    consentElsewhere: facts.given_elsewhere,
    askedBefore: facts.asked_before,
    contact: {
      kind: facts.kind,
      unreachable: facts.unreachable,
      lastInteraction: facts.last_interaction,
      adEntry: facts.ad_entry_at,
      hasConversation: facts.conversation_id !== null,
      phoneConsented: byNumber && facts.given_here && template !== null && plan.routes.includes(toNumbers),
      waits: facts.waits,
      lastWords: facts.last_words,
      reachedAlready: facts.reached,
    },
    channelConnected: facts.connected,
    routes: byNumber ? [toNumbers] : waysOf(plan.routes, facts.marketing, plain).filter(route => route !== toNumbers),
    template,
    token: tokenOf(facts.marketing),
    zalo: {
      freeLeft: free === 0 ? null : Math.max(0, free - facts.since_act),
      paidReply: config.ZALO_PAID_REPLY_VND,
      promotionHours: config.ZALO_PROMOTION_HOURS,
    },
    content: { languageFits, fieldsFilled, valuesFit },
    sent: { promotion: facts.promotions.map(at => new Date(at)), care: facts.cares.map(at => new Date(at)) },
    hours,
    caps: {
      promotion: [...caps.promotion, ...promisedFor('promotion', facts, shop, plan)],
      care: [...caps.care, ...promisedFor('care', facts, shop, plan)],
    },
    quietTalk: minutes(config.CAMPAIGN_TALK_MINUTES),
    planLeft: shop.planLeft,
    cost: plan.freeOn?.includes(facts.kind) ? { confirmed: null, left: null } : costOf(plan, shop),
    deadline: plan.deadline,
    stopped: plan.stopped,
  }
}

function costOf({ cost: { confirmed, left } }: Plan, { moneyLeft }: ShopFacts): SendQuestion['cost'] {
  return { confirmed, left: left === null ? null : Math.min(left, moneyLeft) }
}

/** What was promised to them applies; if unknown, the shop's current words. */
function promisedFor(of: 'promotion' | 'care', facts: ContactFacts, shop: ShopFacts, { purpose }: Plan): Cap[] {
  if (purpose !== of || facts.state !== 'given') return []
  return (facts.promised ? [facts.promised] : shop.promised[of]).map(capOf)
}
