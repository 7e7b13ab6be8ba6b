import { ZaloRefusal } from './zalo-refusal.ts'
import type { ZaloAccount, ZaloMessage, ZaloWorld } from './zalo-objects.ts'

const maxAtOnce = 10
const typeInLists: Record<string, string> = { image: 'photo', gif: 'GIF', audio: 'voice' }

export function listRecentChat(world: ZaloWorld, account: ZaloAccount, input: Record<string, unknown>): object[] {
  const last = new Map<string, ZaloMessage>()
  for (const message of world.messages) if (message.oa_id === account.id) last.set(message.user_id, message)
  return page(world, account, [...last.values()], input)
}

export function readConversation(world: ZaloWorld, account: ZaloAccount, input: Record<string, unknown>): object[] {
  const userId = String(input['user_id'])
  if (!world.users.has(userId)) throw new ZaloRefusal(-201, 'user_id is invalid')
  const messages = world.messages.filter(one => one.oa_id === account.id && one.user_id === userId)
  return page(world, account, messages, input)
}

function page(
  world: ZaloWorld,
  account: ZaloAccount,
  messages: ZaloMessage[],
  input: Record<string, unknown>,
): object[] {
  const offset = Number(input['offset'] ?? 0)
  const count = Number(input['count'] ?? 5)
  if (!(count >= 1 && count <= maxAtOnce) || !(offset >= 0)) throw new ZaloRefusal(-201, 'count is invalid')
  const newestFirst = [...messages].sort((a, b) => b.at - a.at || world.messages.indexOf(b) - world.messages.indexOf(a))
  return newestFirst.slice(offset, offset + count).map(message => itemOf(world, account, message))
}

function itemOf(world: ZaloWorld, account: ZaloAccount, message: ZaloMessage): object {
  const user = world.users.get(message.user_id)
  const person = { id: message.user_id, name: user?.name ?? '', avatar: user?.avatar ?? '' }
  const [from, to] = message.src === 1 ? [person, account] : [account, person]
  const { thumbnail, url } = (message.attachments[0]?.payload ?? {}) as { thumbnail?: string; url?: string }
  return {
    src: message.src,
    time: message.at,
    type: typeInLists[message.type] ?? message.type,
    message: message.text,
    message_id: message.id,
    from_id: from.id,
    to_id: to.id,
    from_display_name: from.name,
    from_avatar: from.avatar,
    to_display_name: to.name,
    to_avatar: to.avatar,
    ...(thumbnail ? { thumb: thumbnail } : {}),
    ...(url ? { url } : {}),
  }
}
