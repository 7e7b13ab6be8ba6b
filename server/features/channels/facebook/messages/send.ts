import type { Platform } from '#platform/platform.ts'
import { cutText } from '#platform/text/split-text.ts'
import { type Channel } from '../../channel.ts'
import type { Choice, SendingButton, SendOutcome, Sending } from '../../sending/sending.ts'
import { callGraph, type GraphResult } from '../graph.ts'
import { sendMarketing } from '../marketing/marketing.ts'
import { readPageToken } from '../connection/page-token.ts'
import { recordUploaded, uploadedAs } from '../../sending/sent-pictures.ts'
import { asShape, asText } from '../shapes.ts'

/** One attempt. The tag is only for text written by people, within the window rule; never for a bot. */
export async function send(platform: Platform, channel: Channel, sending: Sending): Promise<SendOutcome> {
  if (sending.marketing) return sendMarketing(platform, channel, sending)
  const token = await readPageToken(platform, channel)
  if (!token) return { outcome: 'failed', class: 'reauthorize', code: 'facebook.token_missing' }
  const tag = sending.template ? { messaging_type: 'UTILITY' } : tagFor(platform, sending)
  if (tag === 'refused') return { outcome: 'failed', class: 'window_closed', code: 'facebook.window_closed' }
  const call = {
    method: 'POST',
    path: `${channel.accountId}/messages`,
    token,
    body: { recipient: { id: sending.to.userId }, ...tag, message: messageOf(sending) },
  } as const
  const once = async (): Promise<SendOutcome> => {
    const outcome = outcomeOf(await callGraph(platform, call))
    if (outcome.outcome === 'sent' && sending.picture) await sendPicture(platform, channel, sending, token)
    return outcome
  }
  const first = await once()
  if (first.outcome !== 'failed') return first
  // Certain refusals, so one retry is safe: Meta could not fetch the file, or another app owns the thread.
  if (first.code === 'facebook.attachment_failed') return once()
  const isElsewhere = first.code === 'facebook.thread_elsewhere' && sending.author === 'member'
  return isElsewhere && (await takeThread(platform, channel, sending, token)) ? once() : first
}

/** Messenger takes text or a picture. The picture is not sent if the text's outcome is unknown, and never repeats the text. */
async function sendPicture(platform: Platform, channel: Channel, sending: Sending, token: string): Promise<void> {
  const { picture, to, metadata } = sending
  if (!picture) return
  const known = await uploadedAs(platform, channel, picture.key)
  const payload = known === undefined ? { url: picture.file.url, is_reusable: true } : { attachment_id: known }
  const message = { attachment: { type: 'image', payload }, metadata: `${metadata}:picture` }
  const body = { recipient: { id: to.userId }, messaging_type: 'RESPONSE', message }
  const result = await callGraph(platform, { method: 'POST', path: `${channel.accountId}/messages`, token, body })
  const externalId = result.outcome === 'answer' ? asText(result.body['attachment_id']) : undefined
  if (externalId !== undefined) await recordUploaded(platform, channel, picture.key, externalId)
  if (result.outcome !== 'refused') return
  if (known !== undefined) await recordUploaded(platform, channel, picture.key, null)
  platform.log.warn({ message: sending.messageId, detail: result.refusal.detail }, 'A picture was not taken')
}

/** Only the default responder may take it. Returns whether the thread is ours now. */
async function takeThread(platform: Platform, channel: Channel, { to }: Sending, token: string): Promise<boolean> {
  const body = { recipient: { id: to.userId }, metadata: 'a person answers' }
  const path = `${channel.accountId}/take_thread_control`
  return (await callGraph(platform, { method: 'POST', path, token, body })).outcome === 'answer'
}

function tagFor({ config }: Platform, { permit, author, content }: Sending): object | 'refused' {
  if (permit === 'response') return { messaging_type: 'RESPONSE' }
  const isAllowed = permit === 'human_agent' && author === 'member' && config.FACEBOOK_HUMAN_AGENT
  if (!isAllowed || content.type !== 'text') return 'refused'
  return { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' }
}

/** Meta's limits (Quick Replies reference). */
const maxReplies = 13
const maxTitleLength = 20

function messageOf({ content, metadata, template, optIn, choices = [], buttons = [] }: Sending): object {
  if (template) return { template: templateOf(template), metadata }
  if (optIn !== undefined && content.type === 'text') return { attachment: optInOf(content.text, optIn), metadata }
  if (content.type === 'text' && buttons.length > 0) return { ...withButtons(content.text, buttons), metadata }
  if (content.type === 'text') return { text: content.text, ...quickReplies(choices), metadata }
  const { type, url } = content.file
  return { attachment: { type, payload: { url, is_reusable: false } }, metadata }
}

const maxOptInTitleLength = 65

function optInOf(text: string, payload: string): object {
  const title = cutText(text, maxOptInTitleLength)
  return { type: 'template', payload: { template_type: 'notification_messages', title, payload } }
}

/** Meta's limit for text above buttons (Button Template reference). */
const maxTextAbove = 640

/** If the text is too long for buttons, links go into it and other buttons become quick replies. */
function withButtons(text: string, buttons: SendingButton[]): object {
  if (text.length > maxTextAbove) {
    const links = buttons.flatMap(button => ('url' in button ? `${button.title}: ${button.url}` : []))
    const rest = buttons.flatMap(button => ('url' in button ? [] : button))
    return { text: [text, ...links].join('\n'), ...quickReplies(rest) }
  }
  const shown = buttons.map(button =>
    'url' in button
      ? { type: 'web_url', title: button.title, url: button.url }
      : { type: 'postback', title: button.title, payload: button.payload },
  )
  return { attachment: { type: 'template', payload: { template_type: 'button', text, buttons: shown } } }
}

function templateOf({ name, language, values }: NonNullable<Sending['template']>): object {
  const parameters = Object.entries(values).map(([place, text]) => ({
    ...{ type: 'text', text },
    ...(/^\d+$/.test(place) ? {} : { parameter_name: place }),
  }))
  const components = parameters.length > 0 ? [{ type: 'body', parameters }] : []
  return { name, language: { code: language ?? 'vi' }, components }
}

/** Numbers keep shortened titles apart; the text has them in full. */
function quickReplies(choices: Choice[]): object {
  const offered = choices.slice(0, maxReplies)
  if (offered.length === 0) return {}
  const fits = offered.every(({ title }) => cutText(title, maxTitleLength) === title)
  return {
    quick_replies: offered.map(({ title, payload }, at) => ({
      content_type: 'text',
      title: fits ? title : cutText(`${at + 1}. ${title}`, maxTitleLength),
      payload,
    })),
  }
}

function outcomeOf(result: GraphResult): SendOutcome {
  if (result.outcome === 'refused') return { outcome: 'failed', ...result.refusal }
  if (result.outcome === 'nothing' && !result.reached)
    return { outcome: 'failed', class: 'retry', code: 'facebook.not_reached' }
  const body = result.outcome === 'answer' ? result.body : {}
  // For opt-in requests Meta's example nests it one level deeper.
  const externalId = asText(body['message_id']) ?? asText(asShape(body['recipient'])?.['message_id'])
  return externalId ? { outcome: 'sent', externalId } : { outcome: 'unknown' }
}

/** Lasts up to 20 seconds. */
export async function showTyping(platform: Platform, channel: Channel, to: Sending['to']): Promise<void> {
  const token = await readPageToken(platform, channel)
  if (!token) return
  const body = { recipient: { id: to.userId }, sender_action: 'typing_on' }
  await callGraph(platform, { method: 'POST', path: `${channel.accountId}/messages`, token, body })
}
