import type { SimulatedEvent } from '../channel-deliveries.ts'
import { putTemplate } from './zalo-templates.ts'
import {
  accountEvent,
  anonymousEvent,
  echoEvent,
  followEvent,
  seenEvent,
  submitInfoEvent,
  templateReceiptEvent,
  userActEvent,
  userMessageEvent,
} from './zalo-events.ts'
import { textOf } from '../text-of.ts'
import { storeMessage } from './zalo-sends.ts'
import type { ZaloAccount, ZaloAttachment, ZaloMessage, ZaloTemplate, ZaloWorld } from './zalo-objects.ts'
import { interact, nextNumber, userOf } from './zalo-world.ts'

type Who = { oa?: string; user?: string }
type IncomingMessage = Who & {
  text?: string
  /** suffix of the event's name (image, sticker, file …); default: by the first attachment, or text */
  type?: string
  attachments?: ZaloAttachment[]
  quote?: string
}

export type ZaloActs = {
  say(message: IncomingMessage): Promise<ZaloMessage>
  answerAsStaff(message: IncomingMessage & { admin_id?: string }): Promise<ZaloMessage>
  follow(who: Who): Promise<void>
  unfollow(who: Who): Promise<void>
  /** Marks everything from the account as seen. */
  seen(who: Who & { sender_is_oa?: boolean }): Promise<void>
  submitInfo(who: Who & { info: Record<string, string>; newer?: boolean }): Promise<void>
  act(who: Who & { name: string }): Promise<void>
  sayAnonymously(message: { oa?: string; anonymous_id?: string; conversation_id?: string; text: string }): Promise<void>
  templateReceipt(about: { oa?: string; phone: string }): Promise<void>
  template(given: Parameters<typeof putTemplate>[1]): Promise<ZaloTemplate>
  plan(given: Record<string, unknown>): Promise<ZaloAccount>
}

export function makeZaloActs(world: ZaloWorld, notify: (event: SimulatedEvent) => Promise<void>): ZaloActs {
  function named({ oa, user }: Who): { account: string; user: string } {
    const account = oa ?? [...world.oas.keys()][0] ?? ''
    const person = user ?? [...world.users.keys()][0] ?? ''
    if (!world.users.has(person)) world.users.set(person, userOf({ id: person }))
    return { account, user: person }
  }

  function recordMessage(content: IncomingMessage, by: 'user' | 'staff'): ZaloMessage {
    const { account, user } = named(content)
    const attachments = content.attachments ?? []
    const type = content.type ?? attachments[0]?.type ?? 'text'
    const text = content.text ?? ''
    return storeMessage(world, { type, text, attachments, oa_id: account, user_id: user, by, billed: false })
  }

  return {
    async say(content) {
      const message = recordMessage(content, 'user')
      interact(world, message.oa_id, message.user_id)
      await notify({
        account: message.oa_id,
        user: message.user_id,
        event: userMessageEvent(world, message, content.quote),
      })
      return message
    },
    async answerAsStaff(content) {
      const message = recordMessage(content, 'staff')
      const event = echoEvent(world, message, content.admin_id ?? '6600000000000000999')
      await notify({ account: message.oa_id, user: message.user_id, event })
      return message
    },
    async follow(who) {
      const { account, user } = named(who)
      const person = world.users.get(user)
      if (person) person.follows = true
      interact(world, account, user)
      await notify({ account, user, event: followEvent(world, 'follow', account, user) })
    },
    async unfollow(who) {
      const { account, user } = named(who)
      const person = world.users.get(user)
      if (person) person.follows = false
      await notify({ account, user, event: followEvent(world, 'unfollow', account, user) })
    },
    async seen(who) {
      const { account, user } = named(who)
      const unseen = world.messages.filter(
        one => one.oa_id === account && one.user_id === user && one.src === 0 && !one.seen,
      )
      if (unseen.length === 0) return
      for (const message of unseen) message.seen = true
      const ids = unseen.map(message => message.id)
      await notify({ account, user, event: seenEvent(world, account, user, ids, who.sender_is_oa ?? true) })
    },
    async submitInfo({ info, newer = false, ...who }) {
      const { account, user } = named(who)
      const person = world.users.get(user)
      if (person) person.info = info
      interact(world, account, user)
      await notify({ account, user, event: submitInfoEvent(world, account, user, info, newer) })
    },
    async act({ name, ...who }) {
      const { account, user } = named(who)
      interact(world, account, user)
      await notify({ account, user, event: userActEvent(world, name, account, user) })
    },
    async sayAnonymously({ oa, anonymous_id = 'anon-1', conversation_id = 'anon-chat-1', text }) {
      const account = oa ?? [...world.oas.keys()][0] ?? ''
      interact(world, account, anonymous_id)
      const visitor = { anonymous_id, conversation_id }
      const event = anonymousEvent(world, account, visitor, text, `anon${nextNumber(world)}`)
      await notify({ account, user: anonymous_id, event })
    },
    async templateReceipt({ oa, phone }) {
      const account = oa ?? [...world.oas.keys()][0] ?? ''
      await notify({ account, event: templateReceiptEvent(world, account, phone, { id: `zns-${world.now()}` }) })
    },
    async template(given) {
      const { template, before } = putTemplate(world, given)
      const { oa_id: account, id, status, quality, reason } = template
      const about = { template_id: Number(id), ...(reason ? { reason } : {}) }
      const changed = (
        name: 'change_template_status' | 'change_template_quality',
        field: string,
        was: string,
        is: string,
      ) =>
        notify({
          account,
          event: accountEvent(world, name, account, {
            ...about,
            [field]: { [`prev_${field}`]: was, [`new_${field}`]: is },
          }),
        })
      if (before && before.status !== status) await changed('change_template_status', 'status', before.status, status)
      if (before && before.quality !== quality)
        await changed('change_template_quality', 'quality', before.quality, quality)
      if (before && before.daily_quota !== template.daily_quota)
        await notify({
          account,
          event: accountEvent(world, 'change_template_quota', account, {
            ...about,
            quota: { prev_quota: before.daily_quota ?? null, new_quota: template.daily_quota ?? null },
          }),
        })
      return template
    },
    async plan({ oa, calls_a_minute: calls, free_replies: free, ...given }) {
      const account = world.oas.get(textOf(oa ?? [...world.oas.keys()][0]))
      if (!account) throw new Error('no such account')
      if (typeof calls === 'number') world.app.calls_a_minute = calls
      if (typeof free === 'number') world.app.free_replies = free
      const before = account.template_quota
      Object.assign(account, given)
      if (account.template_quota !== before) {
        const quota = { prev_quota: before ?? null, new_quota: account.template_quota ?? null }
        await notify({
          account: account.id,
          event: accountEvent(world, 'change_oa_daily_quota', account.id, { quota }),
        })
      }
      return account
    },
  }
}
