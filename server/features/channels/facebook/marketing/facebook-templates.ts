import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { placesIn } from '#shared/rules/campaigns/template-values.ts'
import type { Channel, KindTemplates, ListedTemplate, NewTemplate } from '../../channel.ts'
import { callGraph, GraphError, listGraph } from '../graph.ts'
import { readPageToken } from '../connection/page-token.ts'
import { asId, asList, asShape, asText, type Shape } from '../shapes.ts'

export const facebookTemplates: KindTemplates = { list, make }

const maxListed = 500
const maxLength = 200
const asked = 'id,name,language,status,category,components,rejected_reason'

async function list(platform: Platform, channel: Channel): ReturnType<KindTemplates['list']> {
  if (!platform.config.FACEBOOK_UTILITY_PERMISSION) return { is: 'refused', why: 'permission', detail: 'not asked for' }
  const token = await readPageToken(platform, channel)
  if (!token) return { is: 'refused', why: 'passing', detail: 'no token' }
  const templates: ListedTemplate[] = []
  let isWhole = false
  try {
    const path = `${channel.accountId}/message_templates`
    const given = listGraph(platform, { path, query: { fields: asked, limit: '100' }, token })
    while (templates.length < maxListed) {
      const one = await given.next()
      if (one.done) {
        isWhole = one.value
        break
      }
      templates.push(...listed(one.value))
    }
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    const isForbidden = error.refusal.code === 'facebook.permission_missing'
    return { is: 'refused', why: isForbidden ? 'permission' : 'passing', detail: error.refusal.detail.slice(0, 200) }
  }
  return { is: 'listed', templates, isWhole }
}

const states: Record<string, ListedTemplate['state']> = {
  APPROVED: 'approved',
  PENDING: 'pending',
  IN_APPEAL: 'pending',
  REJECTED: 'rejected',
  PAUSED: 'paused',
}

function listed(one: Shape): ListedTemplate[] {
  const externalId = asId(one['id'])
  const name = asText(one['name'])
  const language = asText(one['language'])
  if (!externalId || !name || !language || asText(one['category']) !== 'UTILITY') return []
  const components = asList(one['components']).flatMap(part => {
    const shape = asShape(part)
    return shape ? [shape] : []
  })
  const body = asText(components.find(part => asText(part['type'])?.toUpperCase() === 'BODY')?.['text']) ?? ''
  const reason = asText(one['rejected_reason'])
  // We cannot fill pictures, or placeholders in headers and buttons.
  const isPlain = components.every(part => isBody(part) || !JSON.stringify(part).includes('{{'))
  const params = placesIn(body).map(place => ({
    ...{ name: place, type: 'text' as const, required: true, min_length: 1, max_length: maxLength },
  }))
  const state = states[asText(one['status']) ?? ''] ?? 'disabled'
  return [
    {
      ...{ externalId, name: name.slice(0, 200), state: isPlain ? state : 'disabled' },
      details: {
        ...{
          language,
          reason: reason && reason !== 'NONE' ? reason.slice(0, 500) : null,
          tag: 'transaction',
          body,
          params,
        },
        ...{ previewUrl: null, priceUid: null, pricePhone: null, dailyQuota: null, quotaLeft: null },
      },
    },
  ]
}

function isBody(part: Shape): boolean {
  return asText(part['type'])?.toUpperCase() === 'BODY'
}

/** @throws template.refused, template.name_taken, template.no_permission */
async function make(platform: Platform, channel: Channel, template: NewTemplate): Promise<void> {
  const token = await readPageToken(platform, channel)
  if (!platform.config.FACEBOOK_UTILITY_PERMISSION || !token) throw failure('template.no_permission')
  const { name, language, body: text, examples } = template
  const example = examples.length > 0 ? { example: { body_text: [examples] } } : {}
  const result = await callGraph(platform, {
    method: 'POST',
    path: `${channel.accountId}/message_templates`,
    token,
    body: { name, language, category: 'UTILITY', components: [{ type: 'BODY', text, ...example }] },
  })
  if (result.outcome === 'answer') return
  if (result.outcome === 'nothing') throw failure('template.refused', { detail: 'no answer' })
  const { code, detail } = result.refusal
  if (code === 'facebook.permission_missing') throw failure('template.no_permission')
  throw failure(detail.startsWith('100/2388024') ? 'template.name_taken' : 'template.refused', { detail })
}
