import type { Platform } from '#platform/platform.ts'
import type { TemplatesWhy, TemplateTag } from '#shared/contracts/campaigns/templates.contract.ts'
import type { TemplateParam } from '#shared/rules/campaigns/template-values.ts'
import type { AccountPlan, Channel, KindTemplates, ListedTemplate, TemplateDetails } from '../channel.ts'
import { fieldsOf, idOf, textOf } from '../hooks/exact-json.ts'
import { callZalo, dataOf } from './call-zalo.ts'
import { meaningOf, type ZaloAnswer } from './zalo-answers.ts'

export const zaloTemplates: KindTemplates = { list, describe }

const onePage = 100
const maxPages = 5

async function list(platform: Platform, channel: Channel): ReturnType<KindTemplates['list']> {
  const templates: ListedTemplate[] = []
  for (let page = 0; page < maxPages; page++) {
    const path = `/template/all?offset=${page * onePage}&limit=${onePage}`
    const answer = await callZalo(platform, channel, { path, business: true })
    if (answer.is !== 'done') return { is: 'refused', ...whyOf(answer) }
    // Whether an account without templates is answered with an empty list is not known: nothing known is gone by this.
    if (page === 0 && (answer.data ?? null) === null) return { is: 'listed', templates, isWhole: false }
    if (!Array.isArray(answer.data)) return { is: 'refused', why: 'passing', detail: 'no list' }
    const given: unknown[] = answer.data
    templates.push(...given.flatMap(one => listed(fieldsOf(one))))
    if (given.length < onePage) return { is: 'listed', templates, isWhole: true }
  }
  return { is: 'listed', templates, isWhole: false }
}

function whyOf(answer: Exclude<ZaloAnswer, { is: 'done' }>): { why: TemplatesWhy; detail: string } {
  if (answer.is !== 'refused') return { why: 'passing', detail: answer.detail }
  const { code } = meaningOf(answer.error, answer.message)
  const detail = `${answer.error} ${answer.message}`.trim().slice(0, 200)
  if (code === 'zalo.plan_needed' || code === 'zalo.not_verified' || code === 'zalo.billing')
    return { why: 'plan', detail }
  const isForbidden = ['zalo.api_not_registered', 'zalo.not_authorised', 'zalo.app_not_active', 'zalo.kind_of_account']
  return { why: isForbidden.includes(code) ? 'permission' : 'passing', detail }
}

const states: Record<string, ListedTemplate['state']> = {
  ENABLE: 'approved',
  PENDING_REVIEW: 'pending',
  REJECT: 'rejected',
  DISABLE: 'disabled',
  DELETE: 'disabled',
}

function listed(one: Record<string, unknown> | undefined): ListedTemplate[] {
  const externalId = idOf(one?.['templateId'])
  if (!one || externalId === undefined) return []
  const quality = textOf(one['templateQuality'])
  // An unknown state must not allow sending.
  const state = states[textOf(one['status']) ?? ''] ?? 'paused'
  return [{ externalId, name: named(one['templateName'], externalId), state, ...(quality && { quality }) }]
}

function named(name: unknown, otherwise: string): string {
  return (textOf(name) ?? '').replaceAll('\0', '').trim().slice(0, 200) || otherwise
}

const tags: Record<string, TemplateTag> = {
  TRANSACTION: 'transaction',
  CUSTOMER_CARE: 'care',
  PROMOTION: 'promotion',
}

async function describe(platform: Platform, channel: Channel, id: string): Promise<TemplateDetails | undefined> {
  const path = `/template/info/v2?template_id=${encodeURIComponent(id)}`
  const given = dataOf(await callZalo(platform, channel, { path, business: true }))
  if (!given) return undefined
  const hasQuota = given['applyTemplateQuota'] === true
  return {
    language: null,
    reason: textOf(given['reason'])?.trim().slice(0, 500) || null,
    tag: tags[(textOf(given['templateTag']) ?? '').toUpperCase()] ?? null,
    body: null,
    params: (Array.isArray(given['listParams']) ? given['listParams'] : []).flatMap(one => paramOf(fieldsOf(one))),
    previewUrl: secure(textOf(given['previewUrl'])),
    priceUid: wholeOf(given['price_uid'] ?? given['priceUid']),
    pricePhone: wholeOf(given['price_sdt'] ?? given['priceSdt'] ?? given['price']),
    dailyQuota: hasQuota ? wholeOf(given['templateDailyQuota']) : null,
    quotaLeft: hasQuota ? wholeOf(given['templateRemainingQuota']) : null,
  }
}

const maxLength = 200

function paramOf(one: Record<string, unknown> | undefined): TemplateParam[] {
  const name = textOf(one?.['name'])?.trim()
  if (!one || !name) return []
  const type = (textOf(one['type']) ?? '').toUpperCase()
  return [
    {
      name: name.slice(0, 60),
      type: type === 'NUMBER' ? 'number' : type === 'DATE' ? 'date' : 'text',
      required: one['require'] !== false && one['acceptNull'] !== true,
      min_length: wholeOf(one['minLength']) ?? 0,
      max_length: wholeOf(one['maxLength']) || maxLength,
    },
  ]
}

/** đồng; null: unknown */
function wholeOf(value: unknown): number | null {
  const text = textOf(value) ?? ''
  return /^\d{1,9}(?:\.0+)?$/.test(text) ? Math.trunc(Number(text)) : null
}

function secure(url: string | undefined): string | null {
  return url?.startsWith('https://') && url.length <= 500 ? url : null
}

/** undefined: Zalo did not answer */
export async function readPlan(platform: Platform, channel: Channel): Promise<AccountPlan | undefined> {
  const given = dataOf(await callZalo(platform, channel, { path: '/v2.0/oa/getoa' }))
  if (!given) return undefined
  const verified = given['is_verified']
  return {
    plan: textOf(given['package_name'])?.trim().slice(0, 100) || null,
    until: textOf(given['package_valid_through_date'])?.trim().slice(0, 40) || null,
    verified: typeof verified === 'boolean' ? verified : null,
  }
}
