import type { Platform } from '#platform/platform.ts'
import type { Channel } from '../../channel.ts'
import { noQuota, type SendOutcome, type Sending, type SentPicture } from '../../sending/sending.ts'
import { numberIn } from '../../by-number.ts'
import { callZalo, dataOf } from '../call-zalo.ts'
import { fieldsOf, idOf, textOf } from '../../hooks/exact-json.ts'
import { readMessageQuota, recordTemplateQuota } from './record-quota.ts'
import { recordUploaded, uploadedAs } from '../../sending/sent-pictures.ts'
import { showing, type ToSend, uploadFile } from './upload.ts'
import { failedBy, meaningOf, type ZaloAnswer } from '../zalo-answers.ts'

/** One attempt; an attachment that Zalo has deleted is uploaded once more. */
export async function send(platform: Platform, channel: Channel, sending: Sending): Promise<SendOutcome> {
  const first = await sendOnce(platform, channel, sending)
  const isGone = 'is' in first && first.is === 'refused' && meaningOf(first.error).class === 'upload'
  if (isGone && sending.picture) await recordUploaded(platform, channel, sending.picture.key, null)
  const hasFile = sending.content.type === 'file' || sending.picture
  const last = isGone && hasFile ? await sendOnce(platform, channel, sending) : first
  if (!('is' in last)) return last
  if (last.is === 'refused' && sending.template)
    await recordTemplateQuota(platform, channel, sending.template.externalId, last.error)
  if (last.is === 'refused' && last.error === -211) return quotaUsed(platform, channel, sending, last)
  const outcome = outcomeOf(platform, last)
  const isCounted = !sending.template && sending.to.fields['zalo_anonymous'] !== true
  return isCounted && outcome.outcome === 'sent' ? { quotaType: noQuota, ...outcome } : outcome
}

async function sendOnce(platform: Platform, channel: Channel, sending: Sending): Promise<ZaloAnswer | SendOutcome> {
  if (sending.template) {
    const { externalId, values, trialTo } = sending.template
    const phone = trialTo ?? numberIn(sending.to.userId)
    if (phone !== undefined) {
      // Returned in the receipt, in case the response is lost.
      const message = { phone, template_id: externalId, template_data: values, tracking_id: sending.messageId }
      const json = { ...message, ...(trialTo && { mode: 'development' }) }
      return callZalo(platform, channel, { path: '/message/template', json, business: true })
    }
    const json = { user_id: sending.to.userId, template_id: externalId, template_data: values }
    return callZalo(platform, channel, { path: '/v3.0/oa/message/template', json })
  }
  const made = await messageOf(platform, channel, sending)
  if (!('is' in made) || made.is !== 'to send') return made
  const { message } = made
  const { zalo_anonymous: isAnonymous, zalo_conversation: conversation } = sending.to.fields
  if (isAnonymous === true) {
    const recipient = { anonymous_id: sending.to.userId, conversation_id: textOf(conversation) ?? '' }
    return callZalo(platform, channel, { path: '/v2.0/oa/message', json: { recipient, message } })
  }
  const recipient = { user_id: sending.to.userId }
  return callZalo(platform, channel, { path: '/v3.0/oa/message/cs', json: { recipient, message } })
}

async function messageOf(
  platform: Platform,
  channel: Channel,
  { content, picture, replyTo, asksDetails, to }: Sending,
): Promise<ToSend | ZaloAnswer | SendOutcome> {
  if (content.type === 'file') return uploadFile(platform, channel, content.file)
  if (picture) return withPicture(platform, channel, content.text, picture)
  if (asksDetails && to.fields['zalo_anonymous'] !== true)
    return { is: 'to send', message: detailsForm(platform, channel, content.text) }
  const field = platform.config.ZALO_QUOTE_FIELD
  const quote = replyTo !== undefined && field !== 'none' ? { [field]: replyTo } : {}
  return { is: 'to send', message: { text: content.text, ...quote } }
}

async function withPicture(
  platform: Platform,
  channel: Channel,
  text: string,
  { key, file }: SentPicture,
): ReturnType<typeof messageOf> {
  const known = await uploadedAs(platform, channel, key)
  if (known !== undefined) return { is: 'to send', message: { text, ...showing(known).message } }
  const made = await uploadFile(platform, channel, file)
  if (!('is' in made) || made.is !== 'to send') return made
  if (made.id !== undefined) await recordUploaded(platform, channel, key, made.id)
  return { is: 'to send', message: { text, ...made.message } }
}

function detailsForm({ config }: Platform, channel: Channel, text: string): Record<string, unknown> {
  const image = `${config.publicUrl}/brand/sen-icon-512.png`
  const elements = [{ title: channel.name.slice(0, 100), subtitle: text.slice(0, 500), image_url: image }]
  return { attachment: { type: 'template', payload: { template_type: 'request_user_info', elements } } }
}

export function outcomeOf(platform: Platform, answer: ZaloAnswer): SendOutcome {
  if (answer.is === 'done') {
    const data = dataOf(answer)
    const externalId = idOf(data?.['message_id']) ?? idOf(data?.['msg_id'])
    const quotaType = textOf(fieldsOf(data?.['quota'])?.['quota_type'])
    const quota = quotaType ? { quotaType: quotaType.slice(0, 40) } : {}
    return externalId === undefined
      ? { outcome: 'sent', externalId: null, code: 'zalo.no_number', ...quota }
      : { outcome: 'sent', externalId, ...quota }
  }
  if (answer.is === 'refused') return failedBy(answer.error, answer.message, platform.clock.now())
  if (answer.is === 'lost') return { outcome: 'unknown', detail: answer.detail }
  if (answer.is === 'locked')
    return { outcome: 'failed', class: 'reauthorize', code: answer.code, detail: answer.detail }
  return { outcome: 'failed', class: 'retry', code: 'zalo.unreachable', detail: answer.detail }
}

async function quotaUsed(
  platform: Platform,
  channel: Channel,
  sending: Sending,
  refusal: Extract<ZaloAnswer, { is: 'refused' }>,
): Promise<SendOutcome> {
  const quota = await readMessageQuota(platform, channel, sending.to.userId)
  const remaining = quota ? ` (${quota.left}/${quota.total})` : ''
  return failedBy(refusal.error, `${refusal.message}${remaining}`, platform.clock.now())
}
