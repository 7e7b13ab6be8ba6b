import { Link } from 'react-router'
import type { ConversationHit } from '#shared/contracts/inbox/conversations.contract.ts'
import { excerpt, type Wanted } from '#shared/rules/text/search-words.ts'
import { inboxListTexts, type InboxListTexts } from '#shared/texts/inbox/inbox-list-texts.ts'
import { inboxTexts, type InboxTexts } from '#shared/texts/inbox/inbox-texts.ts'
import { inboxWorkTexts } from '#shared/texts/inbox/inbox-work-texts.ts'
import { intentsTexts } from '#shared/texts/bot/intents-texts.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { Conversation } from '#web/data/wire-rows.ts'
import { Avatar } from '#web/kit/avatar.tsx'
import { ChannelIcon } from '#web/kit/icons/channel-icon.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Tag } from '#web/kit/tag.tsx'
import { WholeEnds } from '#web/kit/whole-ends.tsx'
import { BotIcon } from '#web/parts/illustrations/bot-icon.tsx'
import type { Times } from '#web/parts/time/shop-times.ts'
import { duration } from '#web/parts/time/relative-times.ts'
import { botState, type BotState, type Waiting, waitingFor } from '#web/dashboard/inbox/thread/bot-state.ts'
import type { ListedConversation } from './conversation-lists.ts'
import { avatarName, conversationName } from '#web/dashboard/inbox/conversation-name.ts'
import { givenName } from '#shared/rules/contacts/given-name.ts'
import { type Intent, intentIcons } from '#web/dashboard/inbox/intents/intent-rows.ts'
import { HighlightedText } from './highlighted-text.tsx'
import { tagColour, type TagRow } from '#web/parts/conversations/tag-rows.ts'

type RowProps = {
  row: ListedConversation
  unread: number
  wanted: Wanted | undefined
  tags: readonly TagRow[]
  /** Where the shop has several of this kind. */
  channel: string | undefined
  /** What the customer asked for and nobody has decided yet. */
  intents: readonly Intent[]
  current: boolean
  tabbable: boolean
  now: Date
  times: Times
  to: string
}

export function ConversationRow({
  row,
  unread,
  wanted,
  tags,
  channel,
  intents,
  current,
  tabbable,
  now,
  times,
  to,
}: RowProps) {
  const texts = useTexts(inboxTexts)
  const work = useTexts(inboxWorkTexts)
  const { workspace, members, me } = useCurrentWorkspace()
  const { language } = useLanguage()
  const list = useTexts(inboxListTexts)
  const kinds = useTexts(intentsTexts)
  const name = conversationName(row, texts)
  const bot = botState(row, workspace, now)
  const waiting = row.status === 'snoozed' ? undefined : waitingFor(row, bot)
  const assignee = members.find(member => member.person_id === row.assignee_id)
  return (
    <Link
      to={to}
      className={`inbox-row ${waiting ? 'inbox-row-waiting' : ''} ${unread > 0 ? 'inbox-row-unread' : ''}`}
      aria-current={current ? 'true' : undefined}
      tabIndex={tabbable ? 0 : -1}
      data-conversation={row.id}
    >
      <span className="inbox-face">
        <Avatar name={avatarName(row)} size={40} />
        <ChannelIcon kind={row.source} size={18} />
      </span>
      <span className="inbox-line">
        <span className="inbox-name ell">
          <HighlightedText text={name} wanted={wanted} />
        </span>
        <time className="inbox-time num" dateTime={row.last_message_at}>
          {shortTime(row.last_message_at, now, times, texts)}
        </time>
      </span>
      <span className="inbox-line">
        <span className="inbox-preview ell" lang={row.language ?? undefined}>
          {row.hit ? (
            <HighlightedText text={hitText(row.hit, wanted, texts, list)} wanted={wanted} />
          ) : (
            <HighlightedText text={previewText(row, texts)} wanted={wanted} />
          )}
        </span>
        {unread > 0 && (
          <span className="inbox-unread num">
            <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
            <span className="unseen">{fill(list.unreadMessages, { count: unread })}</span>
          </span>
        )}
      </span>
      <span className="inbox-state">
        {waiting && row.waiting_since ? (
          <span className="inbox-need num" title={whyWaiting(waiting, texts)}>
            <Icon name="hourglass" size="sm" />
            {fill(list.waits, { time: duration(language, now.getTime() - Date.parse(row.waiting_since)) })}
            <span className="unseen">. {whyWaiting(waiting, texts)}</span>
          </span>
        ) : assignee && row.lane === 'team' ? (
          <span className="inbox-who">
            <Icon name="user-check" size="sm" />
            <span className="ell">
              {assignee.person_id === me?.person_id ? list.youHave : fill(list.has, { name: givenName(assignee.name) })}
            </span>
          </span>
        ) : (
          row.status === 'open' && <BotWords row={row} bot={bot} times={times} now={now} texts={texts} list={list} />
        )}
        {row.status === 'closed' && wanted && (
          <span className="inbox-who">
            <Icon name="check" size="sm" />
            {texts.closed}
          </span>
        )}
        {row.status === 'snoozed' && row.snoozed_until && (
          <span className="inbox-who num">
            <Icon name="clock" size="sm" />
            {fill(work.snoozedUntil, { time: times.dateAndClock(row.snoozed_until) })}
          </span>
        )}
        {channel && <WholeEnds text={channel} className="inbox-channel" />}
        {intents.map(intent => (
          <span key={intent.id} className="inbox-intent">
            <Icon name={intentIcons[intent.kind]} size="sm" />
            {kinds[intent.kind]}
          </span>
        ))}
        {row.tag_ids
          .flatMap(id => tags.filter(tag => tag.id === id))
          .slice(0, assignee || intents.length > 0 ? 1 : 2)
          .map(tag => (
            <Tag key={tag.id} colour={tagColour(tag)}>
              {tag.name}
            </Tag>
          ))}
        {assignee && row.lane !== 'team' && (
          <span className="inbox-who ell">{fill(texts.assignedTo, { name: givenName(assignee.name) })}</span>
        )}
      </span>
    </Link>
  )
}

function whyWaiting(waiting: Waiting, texts: InboxTexts): string {
  return { 'wants-person': texts.wantsPerson, 'bot-unsure': texts.botUnsure, 'waits-for-you': texts.waitsForYou }[
    waiting
  ]
}

type BotWordsProps = {
  row: Conversation
  bot: BotState
  times: Times
  now: Date
  texts: InboxTexts
  list: InboxListTexts
}

function BotWords({ row, bot, times, now, texts, list }: BotWordsProps) {
  const replied = bot.kind === 'on' && row.bot_replied_at
  return (
    <span className="inbox-who num">
      {bot.kind === 'on' || bot.kind === 'held' ? <BotIcon size={13} /> : <Icon name="pause" size="sm" />}
      {replied ? fill(list.botReplied, { time: shortTime(replied, now, times, texts) }) : botWords(bot, times, texts)}
    </span>
  )
}

export function botWords(bot: BotState, times: Times, texts: InboxTexts): string {
  if (bot.kind === 'on') return texts.botReplies
  if (bot.kind === 'held') return texts.botHeld
  if (bot.kind === 'shop-off') return texts.botShopPaused
  if (bot.by === 'standby') return texts.botStandby
  return bot.until ? fill(texts.botPausedUntil, { time: times.clock(bot.until) }) : texts.botPaused
}

const shownOfHit = 60

function hitText(hit: ConversationHit, wanted: Wanted | undefined, texts: InboxTexts, list: InboxListTexts): string {
  if (hit.kind === 'detail') return fill(list.inDetails, { text: hit.text })
  const text = wanted ? excerpt(hit.text, wanted, shownOfHit) : hit.text
  if (hit.author === 'bot') return fill(texts.byBot, { text })
  return hit.author === 'member' ? fill(texts.byTeam, { text }) : text
}

/** The customer's last words; ours only if they have said nothing yet. */
function previewText(row: Conversation, texts: InboxTexts): string {
  if (row.customer_said) return row.customer_said
  if (row.preview_author === 'bot') return fill(texts.byBot, { text: row.preview })
  if (row.preview_author === 'member') return fill(texts.byTeam, { text: row.preview })
  return row.preview
}

function shortTime(at: string, now: Date, times: Times, texts: InboxTexts): string {
  const days = times.daysAgo(at, now)
  return days <= 0 ? times.clock(at) : days === 1 ? texts.yesterday : times.date(at)
}
