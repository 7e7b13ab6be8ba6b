import { addresses } from '#shared/addresses.ts'
import type { Brief } from '#shared/contracts/brief.results.ts'
import type { BriefTexts } from '#shared/texts/dashboard/brief-texts.ts'
import type { Language } from '#shared/words.ts'
import type { Channel } from '#web/data/wire-rows.ts'
import type { IconName } from '#web/kit/icons/icon-shapes.ts'
import { isAccount, stateOf } from '#web/parts/channels/channel-state.ts'
import { isConnected, lastSeen } from '#web/parts/channels/channels.ts'
import { counted, fill } from '#web/parts/language/texts.ts'

/** `bad` keeps customers from being answered, `owner` improves the bot. */
export type Task = {
  key: string
  tone: 'bad' | 'owner'
  icon: IconName
  title: string
  text: string
  to: string
  action: string
}

export function downChannels(channels: readonly Channel[]): Channel[] {
  return channels.filter(channel =>
    isAccount(channel) ? ['lost', 'broken', 'paused'].includes(stateOf(channel)) : !isConnected(channel),
  )
}

/** Up and verified: a website's code must have been loaded on some page; the hosted page has it. */
export function wellChannels(channels: readonly Channel[]): Channel[] {
  const down = downChannels(channels)
  return channels.filter(
    channel => !down.includes(channel) && (isAccount(channel) || channel.hosted || lastSeen(channel) !== null),
  )
}

export function channelTasks(texts: BriefTexts, channels: readonly Channel[], mayMend: boolean): Task[] {
  if (channels.length === 0 && mayMend)
    return [
      {
        key: 'no channel',
        tone: 'bad',
        icon: 'plug',
        title: texts.noChannel,
        text: texts.noChannelText,
        to: addresses.connect,
        action: texts.connect,
      },
    ]
  return downChannels(channels).map(channel => ({
    key: channel.id,
    tone: 'bad',
    icon: 'unplug',
    title: fill(texts.channelDown, { name: channel.name }),
    text: texts.channelDownText,
    to: isAccount(channel) ? addresses.channel.replace(':channelId', channel.id) : addresses.connect,
    action: mayMend ? texts.mend : texts.look,
  }))
}

export function botTasks(texts: BriefTexts, language: Language, brief: Brief): Task[] {
  const tasks: Task[] = []
  const { questions, disagreements, waiting_sources: waiting, photo_lines: photo, messages } = brief
  if (messages && messages.limit !== null && messages.used >= messages.limit)
    tasks.push({
      key: 'messages',
      tone: 'bad',
      icon: 'chart-pie',
      title: texts.messagesOut,
      text: texts.messagesOutText,
      to: addresses.usage,
      action: texts.moreMessages,
    })
  if (photo.open > 0)
    tasks.push({
      key: 'photo lines',
      tone: 'owner',
      icon: 'eye',
      title: counted(language, photo.open, texts.photoLinesOne, texts.photoLines),
      text: texts.photoLinesText,
      to: photo.source_id ? addresses.source.replace(':sourceId', photo.source_id) : addresses.training,
      action: texts.look,
    })
  if (questions.open > 0)
    tasks.push({
      key: 'questions',
      tone: 'owner',
      icon: 'circle-help',
      title: counted(language, questions.open, texts.unknownOne, texts.unknown),
      text: questions.latest.map(question => `“${question}”`).join(', '),
      to: `${addresses.training}?tab=unanswered`,
      action: texts.teach,
    })
  if (disagreements > 0)
    tasks.push({
      key: 'disagreements',
      tone: 'owner',
      icon: 'triangle-alert',
      title: counted(language, disagreements, texts.disagreeOne, texts.disagree),
      text: texts.disagreeText,
      to: addresses.training,
      action: texts.decide,
    })
  if (waiting > 0)
    tasks.push({
      key: 'waiting sources',
      tone: 'owner',
      icon: 'file-text',
      title: counted(language, waiting, texts.waitingSourcesOne, texts.waitingSources),
      text: texts.waitingSourcesText,
      to: addresses.training,
      action: texts.look,
    })
  return tasks
}
