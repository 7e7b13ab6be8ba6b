import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { Config } from '#server/config.ts'
import type { Channel } from '../../channel.ts'
import { askGraph, GraphError } from '../graph.ts'
import { readPageToken } from './page-token.ts'
import { asId, asList, asShape, asText } from '../shapes.ts'
import { marketingFields, templateField } from '../messages/split.ts'

const defaultFields = [
  'messages',
  'messaging_postbacks',
  'messaging_referrals',
  'message_deliveries',
  'message_reads',
  'message_echoes',
  'message_reactions',
  'message_edits',
  'standby',
  'messaging_handovers',
] as const

export function wantedFields(config: Config): string[] {
  const { FACEBOOK_UTILITY_PERMISSION: templates, FACEBOOK_MARKETING_PERMISSION: marketing } = config
  return [
    ...defaultFields,
    ...(templates ? [templateField] : []),
    ...(marketing ? ['messaging_optins', ...marketingFields] : []),
  ]
}

/** @throws facebook.subscribe_failed with Meta's code, also if Meta reports no events afterwards */
export async function subscribe(platform: Platform, channel: Channel): Promise<void> {
  const token = await readPageToken(platform, channel)
  if (!token) throw failure('channel.token_invalid')
  const path = `${channel.accountId}/subscribed_apps`
  try {
    await askGraph(platform, {
      method: 'POST',
      path,
      query: { subscribed_fields: wantedFields(platform.config).join(',') },
      token,
    })
    const missing = await missingFields(platform, channel, token)
    if (missing.length > 0) throw failure('facebook.subscribe_failed', { missing })
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    platform.log.warn({ channel: channel.id, why: error.message }, 'A page could not be subscribed')
    throw failure('facebook.subscribe_failed', { reason: error.refusal.code, detail: error.refusal.detail })
  }
}

/** @throws GraphError */
export async function missingFields(platform: Platform, channel: Channel, token: string): Promise<string[]> {
  const { data } = await askGraph(platform, { path: `${channel.accountId}/subscribed_apps`, token })
  const apps = asList(data).flatMap(entry => {
    const app = asShape(entry)
    return app ? [app] : []
  })
  const ours =
    apps.find(app => asId(app['id']) === platform.config.FACEBOOK_APP_ID) ?? (apps.length === 1 ? apps[0] : undefined)
  const fields = new Set(asList(ours?.['subscribed_fields']).flatMap(field => asText(field) ?? []))
  return wantedFields(platform.config).filter(field => !fields.has(field))
}

export async function unsubscribe(platform: Platform, channel: Channel): Promise<void> {
  const token = await readPageToken(platform, channel)
  if (token) await askGraph(platform, { method: 'DELETE', path: `${channel.accountId}/subscribed_apps`, token })
}
