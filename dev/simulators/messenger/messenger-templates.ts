import type { VirtualClock } from '../channel-clock.ts'
import type { Deliveries } from '../channel-deliveries.ts'
import type { SimulatedAnswer, SimulatedCall } from '../channel-simulator.ts'
import { graphError } from './messenger-errors.ts'
import type { MessengerWorld, SimulatedTemplate, SimulatedToken } from './messenger-objects.ts'
import { textOf } from '../text-of.ts'

type Parts = { world: MessengerWorld; clock: VirtualClock; webhooks: Deliveries; call: SimulatedCall }
type Component = { type?: unknown; text?: unknown; example?: { body_text?: unknown }; parameters?: unknown }

/** Sources disagree on the permission's name; the world sets it. */
export function mayUseTemplates(world: MessengerWorld, token: SimulatedToken): boolean {
  return token.scopes.includes(world.utilityScope)
}

export function templates(parts: Parts, page: string): SimulatedAnswer {
  const { world, call } = parts
  const own = [...world.templates.values()].filter(one => one.page === page)
  if (call.method === 'GET') {
    const named = call.query['name']
    const data = own.filter(({ name }) => !named || name === named).map(shown)
    const limit = Number(call.query['limit'] ?? 25)
    const start = Number(call.query['after'] ?? 0)
    const next = start + limit < data.length
    const paging = {
      cursors: { after: String(start + limit) },
      ...(next ? { next: 'https://graph.example/next' } : {}),
    }
    return { status: 200, body: { data: data.slice(start, start + limit), paging } }
  }
  if (call.method === 'DELETE') {
    const gone = own.filter(({ name }) => name === call.query['name'])
    for (const { id } of gone) world.templates.delete(id)
    return gone.length > 0 ? { status: 200, body: { success: true } } : graphError(100, 2593002)
  }
  return make(parts, page, own)
}

function shown({ page: _page, reason, ...template }: SimulatedTemplate): object {
  return { ...template, ...(reason ? { rejected_reason: reason } : {}) }
}

const reviewAfterMs = 3000

function make(parts: Parts, page: string, own: SimulatedTemplate[]): SimulatedAnswer {
  const { world, clock, call } = parts
  const { name, language, category, components } = call.body
  if (typeof name !== 'string' || !/^[a-z0-9_]{1,512}$/.test(name)) return graphError(100, 2388042)
  if (category !== 'UTILITY' || typeof language !== 'string') return graphError(100)
  const body = bodyOf(components)
  const text = textOf(body?.text)
  if (text === '' || text.length > 1024) return graphError(100, 2388043)
  const places = placesOf(text)
  const examples = Array.isArray(body?.example?.body_text) ? (body.example.body_text[0] as unknown) : undefined
  if (places.length > 0 && !(Array.isArray(examples) && examples.length === places.length))
    return graphError(100, 2388043)
  if (own.some(one => one.name === name && one.language === language)) return graphError(100, 2388024)
  const template: SimulatedTemplate = {
    ...{ id: world.next('9100'), page, name, language, category: 'UTILITY', status: 'PENDING' },
    components: components as object[],
  }
  world.templates.set(template.id, template)
  const after = async (): Promise<void> => {
    const advertises = /giảm giá|khuyến mãi|sale|% off|voucher/i.test(text)
    clock.after(reviewAfterMs, () =>
      decide(parts, template.id, advertises ? 'REJECTED' : 'APPROVED', advertises ? 'PROMOTIONAL' : undefined),
    )
  }
  return { status: 200, body: { id: template.id, status: 'PENDING', category: 'UTILITY' }, after }
}

export async function decide(
  { world, clock, webhooks }: Pick<Parts, 'world' | 'clock' | 'webhooks'>,
  id: string,
  status: SimulatedTemplate['status'],
  reason?: string,
): Promise<void> {
  const template = world.templates.get(id)
  if (!template) return
  template.status = status
  if (reason === undefined) delete template.reason
  else template.reason = reason
  if (!world.pages.get(template.page)?.subscribed?.includes('message_template_status_update')) return
  const value = {
    ...{ event: status, message_template_id: template.id, message_template_name: template.name },
    ...{ message_template_language: template.language, reason: reason ?? 'NONE' },
  }
  const entry = [
    {
      id: template.page,
      time: Math.floor(clock.now() / 1000),
      changes: [{ field: 'message_template_status_update', value }],
    },
  ]
  await webhooks.sendRaw(Buffer.from(JSON.stringify({ object: 'page', entry })))
}

export function putTemplate(
  world: MessengerWorld,
  given: Partial<SimulatedTemplate> & { page: string; name: string },
): SimulatedTemplate {
  const template: SimulatedTemplate = {
    ...{ id: given.id ?? world.next('9100'), language: 'vi', category: 'UTILITY', status: 'APPROVED' },
    components: [{ type: 'BODY', text: 'Chào bạn' }],
    ...given,
  }
  world.templates.set(template.id, template)
  return template
}

export function utilityText(
  world: MessengerWorld,
  page: string,
  asked: unknown,
): { text: string } | { refused: SimulatedAnswer } {
  const { name, language, components } = (asked ?? {}) as {
    name?: unknown
    language?: { code?: unknown }
    components?: unknown
  }
  const template = [...world.templates.values()].find(
    one => one.page === page && one.name === name && one.language === language?.code,
  )
  if (!template) return { refused: graphError(100, 2593002) }
  if (template.status !== 'APPROVED') return { refused: graphError(100, 2593004) }
  const text = textOf(bodyOf(template.components)?.text)
  const places = placesOf(text)
  const given = Array.isArray(components)
    ? (components as Component[]).find(({ type }) => String(type).toLowerCase() === 'body')?.parameters
    : undefined
  const values = (Array.isArray(given) ? given : []) as { type?: unknown; text?: unknown }[]
  const isWhole = values.length === places.length && values.every(one => one.type === 'text' && textOf(one.text) !== '')
  if (!isWhole) return { refused: graphError(100, 2593005) }
  return { text: text.replace(/\{\{\s*\w+\s*\}\}/g, place => textOf(values[places.indexOf(place)]?.text)) }
}

function bodyOf(components: unknown): Component | undefined {
  if (!Array.isArray(components)) return undefined
  return (components as Component[]).find(({ type }) => String(type).toUpperCase() === 'BODY')
}

function placesOf(text: string): string[] {
  return text.match(/\{\{\s*\w+\s*\}\}/g) ?? []
}
