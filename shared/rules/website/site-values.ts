import { numberFormat } from '#shared/rules/text/number-format.ts'
import { siteTexts } from '../../texts/site/site-texts.ts'
import { type Language, metrics, type PaymentMethodKind, paymentMethods, type PlanCode } from '../../words.ts'
import { type Currency, currencies, formatMoney, plainAmount } from '../money/money.ts'
import { referralPolicy, withdrawalPolicy } from '../money/referral.ts'
import { refundPolicy } from '../refund.ts'
import { fillPlaces } from '../../texts/fill-places.ts'

/** Empty: not set. */
export type SiteSettings = {
  brand: string
  /** Without a trailing slash. */
  address: string
  supportEmail: string
  supportPhone: string
  postalAddress: string
  zaloUrl: string
  messengerUrl: string
  pays: readonly PaymentMethodKind[]
}

/** As in `GET /api/v1/plans`: null limits mean none; prices are in the smallest coin. */
export type PricedPlan = {
  code: PlanCode
  messages: number | null
  campaigns: number | null
  connections: number | null
  documents: number | null
  members: number | null
  crawl_pages: number
  trial_days: number | null
  prices: { interval: 'month' | 'year'; currency: Currency; amount: number }[]
  /** Price of a thousand; missing: not sold. */
  extra_messages?: { currency: Currency; amount: number }[]
}

/**
 * What replaces `{{tokens}}` in public pages and `content/`: `price.<plan>.<month|year>.<VND|USD>`; `monthly.<plan>.<currency>`: per
 * month if paid yearly; `amount.…` as `price.…`, for programs; `limit.<plan>.<limit>`; `pays.<bank|stripe|payoneer|any|none>`: not empty
 * if set up; `look.…`: how its button looks, the first one filled; `pay.ways`: a sentence naming them; `refund.…` and `referral.…` from
 * their rules.
 */
export function siteValues(settings: SiteSettings, plans: PricedPlan[], language: Language): Record<string, string> {
  const count = numberFormat(language)
  const values: Record<string, string> = {
    brand: settings.brand,
    address: settings.address,
    host: settings.address.replace(/^https?:\/\//, ''),
    support_email: settings.supportEmail,
    support_phone: settings.supportPhone,
    phone_link: settings.supportPhone.replace(/[^+\d]/g, ''),
    postal_address: settings.postalAddress,
    zalo_url: settings.zaloUrl,
    messenger_url: settings.messengerUrl,
    trial_days: String(plans.find(plan => plan.trial_days !== null)?.trial_days ?? ''),
    ...paymentValues(settings.pays, language),
    ...refundNumbers(),
    ...referralNumbers(language),
  }
  for (const currency of currencies) values[`price.trial.${currency}`] = formatMoney(0, currency, language)
  for (const plan of plans) {
    for (const limit of [...metrics, 'crawl_pages'] as const) {
      const max = plan[limit]
      values[`limit.${plan.code}.${limit}`] = max === null ? '∞' : count.format(max)
    }
    for (const { interval, currency, amount } of plan.prices) {
      values[`price.${plan.code}.${interval}.${currency}`] = formatMoney(amount, currency, language)
      values[`amount.${plan.code}.${interval}.${currency}`] = plainAmount(amount, currency)
      if (interval === 'year')
        values[`monthly.${plan.code}.${currency}`] = formatMoney(Math.round(amount / 12), currency, language)
    }
  }
  return values
}

function paymentValues(pays: readonly PaymentMethodKind[], language: Language): Record<string, string> {
  const texts = siteTexts(language)
  const names = { bank: texts.payWayBank, stripe: texts.payWayStripe, payoneer: texts.payWayPayoneer }
  const offered = (['bank', 'stripe', 'payoneer'] as const).filter(kind => pays.includes(kind))
  const [first] = buttonOrder.filter(kind => pays.includes(kind))
  const sentences = [texts.payWays0, texts.payWays1, texts.payWays2, texts.payWays3]
  const named = offered.map(kind => names[kind])
  return {
    ...Object.fromEntries(paymentMethods.map(kind => [`pays.${kind}`, pays.includes(kind) ? kind : ''])),
    ...Object.fromEntries(paymentMethods.map(kind => [`look.${kind}`, kind === first ? 'btn-filled' : 'btn-outline'])),
    'pays.any': pays.length > 0 ? 'any' : '',
    'pays.none': pays.length > 0 ? '' : 'none',
    'pay.ways': fillPlaces(sentences[offered.length] ?? '', {
      a: named[0] ?? '',
      b: named[1] ?? '',
      c: named[2] ?? '',
    }),
  }
}

const buttonOrder = ['stripe', 'payoneer', 'bank'] as const

function refundNumbers(): Record<string, string> {
  const { autoProcessing, reviewProcessing } = refundPolicy
  const numbers = {
    auto_days: refundPolicy.autoWindowDays,
    guarantee_days: refundPolicy.guaranteeWindowDays,
    usage: `${refundPolicy.maxUsageRatio * 100}%`,
    auto_from: autoProcessing[0],
    auto_to: autoProcessing[1],
    review_from: reviewProcessing[0],
    review_to: reviewProcessing[1],
    times: refundPolicy.maxPerTenantPer12Months,
  }
  return Object.fromEntries(Object.entries(numbers).map(([name, number]) => [`refund.${name}`, String(number)]))
}

function referralNumbers(language: Language): Record<string, string> {
  const share = (bp: number) => `${bp / 100}%`
  return {
    'referral.first': share(referralPolicy.firstShareBp),
    'referral.renewal': share(referralPolicy.renewalShareBp),
    'referral.months': String(referralPolicy.renewalMonths),
    'referral.discount': share(referralPolicy.friendDiscountBp),
    'referral.hold_days': String(referralPolicy.holdDays),
    'referral.least': currencies.map(one => formatMoney(withdrawalPolicy.min[one], one, language)).join(' / '),
  }
}

/**
 * `{{#name}} … {{/name}}` stays only if the name has a value; no nesting.
 * @throws for other tokens without a value
 */
export function fillTokens(text: string, values: Record<string, string>, escape = (value: string) => value): string {
  const whole = text.replace(/\{\{#([\w.]+)\}\}([\s\S]*?)\{\{\/\1\}\}/g, (_part, name: string, inside: string) =>
    values[name] ? inside : '',
  )
  return whole.replace(/\{\{([\w.]+)\}\}/g, (_token, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`Nothing stands for the token {{${name}}}.`)
    return escape(value)
  })
}
