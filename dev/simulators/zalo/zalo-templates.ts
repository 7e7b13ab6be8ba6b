import { textOf } from '../text-of.ts'
import { ZaloRefusal } from './zalo-refusal.ts'
import { storeMessage, type ZaloSender } from './zalo-sends.ts'
import type { ZaloAccount, ZaloMessage, ZaloTemplate, ZaloTemplateParam, ZaloWorld } from './zalo-objects.ts'
import { nextNumber, zaloTimes } from './zalo-world.ts'

type Fields = Record<string, unknown>

const maxListed = 100

export function listTemplates(world: ZaloWorld, account: ZaloAccount, query: Fields): object {
  const all = [...world.templates.values()].filter(one => one.oa_id === account.id)
  const [offset, limit] = [Number(query['offset'] ?? 0), Number(query['limit'] ?? 10)]
  if (!(limit > 0 && limit <= maxListed)) throw new ZaloRefusal(-132, 'Parameter invalid')
  return all.slice(offset, offset + limit).map(({ id, name, status, quality, created_at: createdTime }) => ({
    ...{ templateId: Number(id), templateName: name, createdTime, status, templateQuality: quality },
  }))
}

export function countTemplates(world: ZaloWorld, account: ZaloAccount): number {
  return [...world.templates.values()].filter(one => one.oa_id === account.id).length
}

export function describeTemplate(world: ZaloWorld, account: ZaloAccount, query: Fields): object {
  const template = requireTemplate(world, account, query['template_id'])
  return {
    templateId: Number(template.id),
    templateName: template.name,
    status: template.status,
    ...(template.reason ? { reason: template.reason } : {}),
    listParams: template.params.map(param => ({
      ...{ name: param.name, require: param.require, type: param.type },
      ...{ maxLength: param.max_length, minLength: param.min_length, acceptNull: param.accept_null },
    })),
    listButtons: [],
    timeout: 7_200_000,
    previewUrl: template.preview_url,
    templateQuality: template.quality,
    templateTag: template.tag,
    ...(template.price_sdt === undefined ? {} : { price: String(template.price_sdt), price_sdt: template.price_sdt }),
    ...(template.price_uid === undefined ? {} : { price_uid: template.price_uid }),
    applyTemplateQuota: template.daily_quota !== undefined,
    templateDailyQuota: template.daily_quota ?? null,
    templateRemainingQuota: template.daily_quota === undefined ? null : left(world, template),
  }
}

/** POST /v3.0/oa/message/template: only to people who have talked with the account or follow it. */
export async function sendTemplate(
  world: ZaloWorld,
  account: ZaloAccount,
  input: Fields,
  sender: ZaloSender,
): Promise<object> {
  const user = world.users.get(String(input['user_id']))
  if (!user) throw new ZaloRefusal(-201, 'user_id is invalid')
  const template = sendable(world, account, input)
  if (user.refuses !== undefined) throw new ZaloRefusal(user.refuses, 'User cannot receive the message')
  const price = template.price_uid ?? 0
  const message = take(world, account, template, { user_id: user.id, input, price })
  await sender.sent(message)
  return { message_id: message.id, user_id: user.id, sent_time: String(message.at), ...quotaAnswer(world, template) }
}

/** POST /message/template: fails for numbers without Zalo or closed to businesses. */
export async function sendTemplateToPhone(
  world: ZaloWorld,
  account: ZaloAccount,
  input: Fields,
  sender: ZaloSender,
): Promise<object> {
  const phone = textOf(input['phone'])
  if (!/^84\d{9}$/.test(phone)) throw new ZaloRefusal(-108, 'Phone number invalid')
  const isTrial = input['mode'] === 'development'
  const template = sendable(world, account, input, isTrial)
  const refused = world.phones.get(phone)
  if (refused !== undefined) throw new ZaloRefusal(refused, 'User cannot receive the message')
  const price = isTrial ? 0 : (template.price_sdt ?? 0)
  const message = take(world, account, template, { user_id: phone, input, price })
  await sender.sent(message)
  return {
    ...{ msg_id: message.id, sent_time: String(message.at), sending_mode: isTrial ? '3' : '1' },
    ...quotaAnswer(world, template),
  }
}

function requireTemplate(world: ZaloWorld, account: ZaloAccount, id: unknown): ZaloTemplate {
  const template = world.templates.get(String(id))
  if (!template || template.oa_id !== account.id) throw new ZaloRefusal(-109, 'Template ID invalid')
  return template
}

/** @param isTrial an unapproved template may be tried on the account's own people */
function sendable(world: ZaloWorld, account: ZaloAccount, input: Fields, isTrial = false): ZaloTemplate {
  const template = requireTemplate(world, account, input['template_id'])
  if (template.refuses !== undefined) throw new ZaloRefusal(template.refuses, 'Template is refused')
  if (template.status !== 'ENABLE' && !(isTrial && template.status === 'PENDING_REVIEW'))
    throw new ZaloRefusal(-146, 'The template is disabled')
  refuseValues(template, input['template_data'])
  if (isTrial) return template
  const hour = new Date(world.now() + 7 * 60 * zaloTimes.minute).getUTCHours()
  if (template.tag === 'PROMOTION' && (hour >= 22 || hour < 6))
    throw new ZaloRefusal(-133, 'Messages are not sent at night')
  if (
    account.template_quota !== undefined &&
    sentToday(world, one => one.oa_id === account.id) >= account.template_quota
  )
    throw new ZaloRefusal(-144, 'OA has exceeded its daily quota')
  if (template.daily_quota !== undefined && left(world, template) <= 0)
    throw new ZaloRefusal(-147, 'Template has exceeded its daily quota')
  return template
}

function refuseValues({ params }: ZaloTemplate, given: unknown): void {
  const data = typeof given === 'object' && given !== null ? (given as Fields) : {}
  for (const param of params)
    if (!fits(param, data[param.name])) throw new ZaloRefusal(-1121, `Parameter ${param.name} is invalid`)
}

function fits(param: ZaloTemplateParam, value: unknown): boolean {
  if (value === undefined || value === null || value === '') return !param.require
  if (typeof value !== 'string' && typeof value !== 'number') return false
  const text = String(value)
  if (text.length > param.max_length || text.length < param.min_length) return false
  if (param.type === 'NUMBER') return /^-?\d+(\.\d+)?$/.test(text)
  return param.type !== 'DATE' || /^\d{2}[/:-]\d{2}[/:-]\d{4}$|^\d{2}:\d{2}:\d{2} \d{2}\/\d{2}\/\d{4}$/.test(text)
}

function take(
  world: ZaloWorld,
  account: ZaloAccount,
  template: ZaloTemplate,
  { user_id, input, price }: { user_id: string; input: Fields; price: number },
): ZaloMessage {
  world.charged += price
  const message = storeMessage(world, {
    ...{ type: 'template', text: '', attachments: [], oa_id: account.id, user_id, by: 'api', billed: price > 0 },
    template: template.id,
    data: input['template_data'] as Record<string, unknown>,
    ...(input['mode'] === 'development' ? { trial: true } : {}),
    ...(typeof input['tracking_id'] === 'string' ? { tracking_id: input['tracking_id'] } : {}),
  })
  return message
}

function sentToday(world: ZaloWorld, which: (message: ZaloMessage) => boolean): number {
  const day = (at: number) => Math.floor((at + 7 * 60 * zaloTimes.minute) / (24 * 60 * zaloTimes.minute))
  return world.messages.filter(one => one.template && !one.trial && day(one.at) === day(world.now()) && which(one))
    .length
}

function left(world: ZaloWorld, template: ZaloTemplate): number {
  return (template.daily_quota ?? Infinity) - sentToday(world, one => one.template === template.id)
}

function quotaAnswer(world: ZaloWorld, template: ZaloTemplate): object {
  if (template.daily_quota === undefined) return {}
  return { quota: { dailyQuota: String(template.daily_quota), remainingQuota: String(left(world, template)) } }
}

export function putTemplate(
  world: ZaloWorld,
  given: Partial<Omit<ZaloTemplate, 'params'>> & { params?: Partial<ZaloTemplateParam>[] },
): { template: ZaloTemplate; before: ZaloTemplate | undefined } {
  const { params, ...rest } = given
  const before = given.id === undefined ? undefined : world.templates.get(given.id)
  const template: ZaloTemplate = {
    ...{ id: given.id ?? nextNumber(world).slice(-6), oa_id: [...world.oas.keys()][0] ?? '', name: 'Mẫu tin' },
    ...{ status: 'ENABLE', tag: 'TRANSACTION', quality: 'UNDEFINED', preview_url: 'https://zns.example/preview' },
    ...{ params: [], created_at: world.now() },
    ...before,
    ...rest,
    ...(params && { params: params.map(paramOf) }),
  }
  world.templates.set(template.id, template)
  return { template, before }
}

function paramOf(given: Partial<ZaloTemplateParam>): ZaloTemplateParam {
  return {
    name: 'customer_name',
    require: true,
    type: 'STRING',
    max_length: 30,
    min_length: 0,
    accept_null: false,
    ...given,
  }
}
