import { sql } from 'kysely'
import { after, hours, minutes, seconds } from '#platform/clock.ts'
import { readSecret } from '#platform/secrets/stored-secrets.ts'
import type { Platform } from '#platform/platform.ts'
import { type Channel, channelSecret, type KindMarketing } from '../../channel.ts'
import type { SendOutcome, Sending } from '../../sending/sending.ts'
import { aboutSubscription } from '../../connections/subscriptions.ts'
import { callGraph } from '../graph.ts'
import type { GraphRefusal } from '../graph-errors.ts'
import { judgeMarketing, type MarketingVerdict } from './marketing-refusals.ts'
import { asId, asList, asNumber, asShape, asText } from '../shapes.ts'

export const facebookMarketing: KindMarketing = { makeCampaign, readEstimate }

/** undefined: none is linked */
async function readAccount(platform: Platform, channel: Channel): Promise<{ id: string; token: string } | undefined> {
  return platform.db.asService(channel.workspaceId, async tx => {
    const { rows } = await sql<{ account_id: string }>`select account_id from private.ad_accounts
      where workspace_id = ${channel.workspaceId} and channel_id = ${channel.id}`.execute(tx)
    const token = await readSecret(platform, tx, channelSecret(channel, 'ads_token'))
    return rows[0] && token ? { id: rows[0].account_id, token } : undefined
  })
}

async function makeCampaign(
  platform: Platform,
  channel: Channel,
  name: string,
): ReturnType<KindMarketing['makeCampaign']> {
  const account = await readAccount(platform, channel)
  if (!account) return { is: 'refused', detail: 'no ad account' }
  const { id, token } = account
  const body = { name: name.slice(0, 100), page_id: channel.accountId }
  const result = await callGraph(platform, { method: 'POST', path: `act_${id}/message_campaign`, token, body })
  if (result.outcome === 'nothing') return { is: 'later' }
  if (result.outcome === 'refused') {
    const verdict = judgeMarketing(result.refusal)
    return verdict === undefined || verdict === 'busy' || verdict === 'warming'
      ? { is: 'later' }
      : { is: 'refused', detail: result.refusal.detail }
  }
  const externalId = asId(result.body['id'])
  return externalId ? { is: 'made', externalId } : { is: 'refused', detail: 'no id' }
}

const asked = [
  ...['estimate_delivery_upper_bound', 'estimate_delivery_lower_bound'],
  ...['estimate_cost_upper_bound', 'estimate_cost_lower_bound'],
]

/** Meta's upper estimate, in whole đồng. */
async function readEstimate(platform: Platform, channel: Channel): Promise<void> {
  const account = await readAccount(platform, channel)
  if (!account) return
  const result = await callGraph(platform, {
    path: `act_${account.id}/message_delivery_estimate`,
    token: account.token,
    query: {
      ...{ fields: asked.join(','), is_direct_send_campaign: 'true', pacing_type: 'no_pacing' },
      promoted_object: JSON.stringify({ page_id: channel.accountId }),
      targeting_spec: JSON.stringify({
        ...{ publisher_platforms: ['messenger'], messenger_positions: ['marketing_messages'] },
      }),
    },
  })
  if (result.outcome !== 'answer') return
  const listed = asShape(asList(result.body['data'])[0])
  const each = ['upper', 'lower'].flatMap(bound => {
    const cost = asNumber(listed?.[`estimate_cost_${bound}_bound`])
    const count = asNumber(listed?.[`estimate_delivery_${bound}_bound`])
    return cost !== undefined && cost >= 0 && count ? [Math.ceil(cost / count)] : []
  })
  const estimate = each.length > 0 ? Math.min(Math.max(...each), 2_000_000_000) : null
  await platform.db.asService(channel.workspaceId, tx =>
    sql`update private.ad_accounts set estimate = ${estimate}, read_at = ${platform.clock.now()}
      where workspace_id = ${channel.workspaceId} and channel_id = ${channel.id} and account_id = ${account.id}`.execute(
      tx,
    ),
  )
}

type Place = { contactId: string; key: string; campaign: string }

async function readPlace(platform: Platform, channel: Channel, sending: Sending): Promise<Place | undefined> {
  const { workspaceId } = channel
  return platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql<{ contact_id: string; token: string; campaign: string }>`
      select s.contact_id, s.token, p.external_id as campaign from private.subscriptions s
      join contacts c on c.workspace_id = s.workspace_id and c.id = s.contact_id
      join private.message_campaigns p on p.workspace_id = s.workspace_id and p.channel_id = c.channel_id and p.origin_id = ${sending.marketing?.originId ?? null}
      where s.workspace_id = ${workspaceId} and c.channel_id = ${channel.id} and c.external_id = ${sending.to.userId}
        and s.status = 'live' and s.token is not null and p.external_id is not null`.execute(tx)
    const [row] = rows
    if (!row) return undefined
    try {
      const key = platform.secrets.open(row.token, aboutSubscription(workspaceId, row.contact_id))
      return { contactId: row.contact_id, key, campaign: row.campaign }
    } catch {
      // Encrypted with another installation's key, so useless here.
      await sql`update private.subscriptions set status = 'expired' where workspace_id = ${workspaceId} and contact_id = ${row.contact_id}`.execute(
        tx,
      )
      return undefined
    }
  })
}

/** Until Meta accepts another message: after one was sent, or after its cap was hit. */
const gap = hours(12)
const cap = hours(6)
const warmsFor = minutes(10)
const busyFor = minutes(30)

export async function sendMarketing(platform: Platform, channel: Channel, sending: Sending): Promise<SendOutcome> {
  const account = await readAccount(platform, channel)
  const place = await readPlace(platform, channel, sending)
  const { content } = sending
  if (content.type !== 'text') return { outcome: 'failed', class: 'permanent', code: codeOf.refused }
  if (!account) return stopHere(platform, channel, 'no ad account')
  // The token is gone since the rules were checked: check them again.
  if (!place)
    return { outcome: 'failed', class: 'later', code: codeOf.expired, retryAt: after(platform.clock.now(), minutes(1)) }
  const result = await callGraph(platform, {
    method: 'POST',
    path: `act_${account.id}/messages`,
    token: account.token,
    body: {
      message_id: place.campaign,
      messenger_delivery_data: { subscription_token: place.key },
      message: { text: content.text },
    },
  })
  if (result.outcome === 'answer' && result.body['success'] !== false) {
    const id = asText(result.body['marketing_message_tracking_id'])
    return id
      ? { outcome: 'sent', externalId: trackedAs(id) }
      : { outcome: 'sent', externalId: null, code: 'facebook.marketing_unnumbered' }
  }
  if (result.outcome === 'refused') return becauseOf(platform, channel, { sending, place, refusal: result.refusal })
  const reached = result.outcome === 'answer' || result.reached
  return reached ? { outcome: 'unknown' } : { outcome: 'failed', class: 'retry', code: 'facebook.not_reached' }
}

/** Meta gives these messages a tracking number instead of a message id. */
export function trackedAs(id: string): string {
  return `mm:${id.slice(0, 300)}`
}

type Refused = { sending: Sending; place: Place; refusal: GraphRefusal }

/** Refusals are stored where the rules look, so that the next check covers this message and others. */
async function becauseOf(
  platform: Platform,
  channel: Channel,
  { sending, place, refusal }: Refused,
): Promise<SendOutcome> {
  const now = platform.clock.now()
  const { detail, remaining } = refusal
  const verdict = judgeMarketing(refusal)
  const later = (retryAt: Date): SendOutcome => ({
    ...{ outcome: 'failed', class: 'later', code: codeOf[verdict ?? 'busy'], detail, retryAt },
  })
  switch (verdict) {
    case undefined:
      return { outcome: 'failed', class: 'retry', code: refusal.code, detail }
    case 'gap':
      // An earlier attempt of unknown outcome had arrived.
      if (sending.marketing?.again) return { outcome: 'sent', externalId: null, code: 'facebook.marketing_arrived' }
      await wait(platform, channel, place, remaining ?? gap)
      return later(now)
    case 'cap':
      await wait(platform, channel, place, remaining ?? cap)
      return later(now)
    case 'stopped':
    case 'expired':
    case 'region':
      await useless(platform, channel, place, verdict)
      return later(now)
    case 'warming':
      await warm(platform, channel, place, remaining ?? warmsFor)
      return later(after(now, remaining ?? warmsFor))
    case 'busy':
      return later(after(now, busyFor))
    case 'account':
      return stopHere(platform, channel, detail)
    case 'refused':
      return { outcome: 'failed', class: 'permanent', code: codeOf.refused, detail }
  }
}

const codeOf: Record<MarketingVerdict, string> = {
  ...{ gap: 'facebook.marketing_cap', cap: 'facebook.marketing_cap', stopped: 'facebook.marketing_ended' },
  ...{ expired: 'facebook.marketing_ended', region: 'facebook.marketing_ended', warming: 'facebook.marketing_later' },
  ...{ busy: 'facebook.marketing_later', account: 'facebook.marketing_account', refused: 'facebook.marketing_refused' },
}

async function stopHere(platform: Platform, { workspaceId, id }: Channel, detail: string): Promise<SendOutcome> {
  await platform.db.asService(workspaceId, tx =>
    platform.jobs.emit(tx, 'channel.ads-refused', { workspace_id: workspaceId, channel_id: id }),
  )
  const retryAt = after(platform.clock.now(), seconds(1))
  return { outcome: 'failed', class: 'later', code: codeOf.account, detail, retryAt }
}

async function wait(platform: Platform, { workspaceId }: Channel, { contactId }: Place, ms: number): Promise<void> {
  const until = after(platform.clock.now(), ms)
  await platform.db.asService(workspaceId, tx =>
    sql`update private.subscriptions set next_at = ${until} where workspace_id = ${workspaceId} and contact_id = ${contactId}`.execute(
      tx,
    ),
  )
}

async function useless(
  platform: Platform,
  { workspaceId, id: channelId }: Channel,
  { contactId }: Place,
  status: 'stopped' | 'expired' | 'region',
): Promise<void> {
  const now = platform.clock.now()
  await platform.db.asService(workspaceId, async tx => {
    if (status === 'stopped')
      await sql`select from conversations where workspace_id = ${workspaceId} and contact_id = ${contactId} order by id for no key update`.execute(
        tx,
      )
    const { rows } = await sql`update private.subscriptions set status = ${status} where workspace_id = ${workspaceId}
      and contact_id = ${contactId} and status = 'live' returning contact_id`.execute(tx)
    if (rows.length > 0 && status === 'stopped')
      await platform.jobs.emit(tx, 'contact.subscribed', {
        ...{ workspace_id: workspaceId, contact_id: contactId, channel_id: channelId },
        ...{ subscribes: false, payload: null, at: now.toISOString() },
      })
  })
}

async function warm(platform: Platform, channel: Channel, { campaign }: Place, ms: number): Promise<void> {
  const until = after(platform.clock.now(), ms)
  await platform.db.asService(channel.workspaceId, tx =>
    sql`update private.message_campaigns set ready_at = ${until} where workspace_id = ${channel.workspaceId}
      and channel_id = ${channel.id} and external_id = ${campaign}`.execute(tx),
  )
}
