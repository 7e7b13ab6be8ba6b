import type { Platform } from '#platform/platform.ts'
import { cutText } from '#platform/text/split-text.ts'
import { type Channel } from '../../channel.ts'
import type { Choice, SendingButton, SendOutcome, Sending } from '../../sending/sending.ts'
import { callGraph, type GraphResult } from '../graph.ts'
import { sendMarketing } from '../marketing/marketing.ts'
import { readPageToken } from '../connection/page-token.ts'
import { recordUploaded, uploadedAs } from '../../sending/sent-pictures.ts'
import { asShape, asText } from '../shapes.ts'

/**
 * Sends one message by the Send API, once. Our id travels as metadata and comes back in the echo. A tag is set for what a person
 * wrote, where the window rule allows it and the app has the feature; never for a bot.
 */
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
  // Both were refused for certain, so it may be said once more: Meta could not fetch the file, or another app has the conversation
  // and a person means to answer here.
  if (first.code === 'facebook.attachment_failed') return once()
  const isElsewhere = first.code === 'facebook.thread_elsewhere' && sending.author === 'member'
  return isElsewhere && (await takeThread(platform, channel, sending, token)) ? once() : first
}

/**
 * Messenger takes a text or a picture. It follows the text and decides nothing: where the text's fate is unknown it is not sent, and
 * what becomes of it itself makes the text no second one. Its echo bears our mark and is nobody's word.
 */
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

/** @returns whether the conversation is ours now; only the app that answers by default may take it */
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

/** Meta's: so many, with titles of so many characters (Quick Replies reference). */
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

/** Shows the words with a button of Meta's own, by which somebody subscribes; the payload comes back with that. */
function optInOf(text: string, payload: string): object {
  const title = cutText(text, maxOptInTitleLength)
  return { type: 'template', payload: { template_type: 'notification_messages', title, payload } }
}

/** Meta's: a text above buttons is shorter than others (Button Template reference). */
const maxTextAbove = 640

/** Above buttons a text has to be short: under a longer one links stand in it, and the others are quick replies. */
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

/** What stands in a template's places, in their order; named ones by their names. */
function templateOf({ name, language, values }: NonNullable<Sending['template']>): object {
  const parameters = Object.entries(values).map(([place, text]) => ({
    ...{ type: 'text', text },
    ...(/^\d+$/.test(place) ? {} : { parameter_name: place }),
  }))
  const components = parameters.length > 0 ? [{ type: 'body', parameters }] : []
  return { name, language: { code: language ?? 'vi' }, components }
}

/** Where titles have to be cut, numbers keep them apart; the text has them whole. */
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
  // Of a request to subscribe Meta's own example has it one floor down.
  const externalId = asText(body['message_id']) ?? asText(asShape(body['recipient'])?.['message_id'])
  return externalId ? { outcome: 'sent', externalId } : { outcome: 'unknown' }
}

/** Lasts up to 20 seconds; whoever works longer shows it again. */
export async function showTyping(platform: Platform, channel: Channel, to: Sending['to']): Promise<void> {
  const token = await readPageToken(platform, channel)
  if (!token) return
  const body = { recipient: { id: to.userId }, sender_action: 'typing_on' }
  await callGraph(platform, { method: 'POST', path: `${channel.accountId}/messages`, token, body })
}
