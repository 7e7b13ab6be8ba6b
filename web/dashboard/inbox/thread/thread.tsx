import { useQuery } from '@tanstack/react-query'
import { Fragment, lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { nameForCustomers } from '#shared/rules/contacts/name-for-customers.ts'
import { inboxTexts } from '#shared/texts/inbox/inbox-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import type { Conversation } from '#web/data/wire-rows.ts'
import { TypingBubble } from '#web/kit/bubble.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { givenName } from '#shared/rules/contacts/given-name.ts'
import { fill } from '#web/parts/language/texts.ts'
import { UpgradeLink } from './upgrade-link.tsx'
import { useMoment, useTimes } from '#web/parts/time/shop-times.ts'
import { BotSilencedNotice } from './bot-silenced-notice.tsx'
import { conversationName } from '#web/dashboard/inbox/conversation-name.ts'
import { SnoozedLine } from './conversation-menu.tsx'
import { CostConfirmDialog } from '#web/dashboard/inbox/delivery/cost-confirm-dialog.tsx'
import type { DeliveryTools } from '#web/dashboard/inbox/delivery/delivery-trouble.ts'
import { useIntents } from '#web/dashboard/inbox/intents/intent-rows.ts'
import { StaleNotice } from '#web/dashboard/inbox/connection-indicator.tsx'
import '#web/dashboard/inbox/inbox-tools.css'
import { MessageBubble, PendingBubble } from './message-bubble.tsx'
import { useOutbox } from '#web/dashboard/inbox/composer/outboxes.ts'
import { ReplyComposer } from '#web/dashboard/inbox/composer/reply-composer.tsx'
import { replyWindow } from '#web/parts/conversations/reply-window.ts'
import { threadEntries, type ThreadEntry, type ThreadEvent, threadParts } from './thread-entries.ts'
import { TeachBot } from '#web/dashboard/inbox/answer/teach-bot.tsx'
import { ClosedBar, ThreadHeader, useBotState } from './thread-header.tsx'
import { useThreadCommands } from './thread-commands.ts'
import { ThreadLog } from './thread-log.tsx'
import { useAnswers, useMessages } from './thread-messages.ts'
import { useMarkRead } from './use-mark-read.ts'
import { useSearchJump } from './use-search-jump.ts'
import { useSuggested } from '#web/dashboard/inbox/composer/use-suggested.ts'
import { useNotifyTyping, useTyping } from './use-typing.ts'
import { useWindowFacts } from '#web/dashboard/inbox/delivery/use-window-facts.ts'

const IntentCard = lazy(async () => ({
  default: (await import('#web/dashboard/inbox/intents/intent-card.tsx')).IntentCard,
}))

const eventIcons = { handoff: 'hand', abstain: 'hand', limit: 'triangle-alert', closed: 'clock' } as const
const callsPerson = (event: ThreadEvent): boolean => event === 'handoff' || event === 'abstain'

type ThreadProps = { conversation: Conversation; backTo: string; onInfo: (() => void) | undefined }

export function Thread({ conversation, backTo, onInfo }: ThreadProps) {
  const texts = useTexts(inboxTexts)
  const times = useTimes()
  const now = useMoment()
  const { me, members, workspace } = useCurrentWorkspace()
  const personId = me?.person_id ?? ''
  const { id } = conversation
  const reach = useRef<number>(undefined)
  const messages = useMessages(id, reach)
  const sought = useSearchJump(id, messages, reach)
  const answers = useAnswers(id)
  const intents = useIntents(id)
  const spoken = conversation.language === 'en' ? 'en' : 'vi'
  const typing = useTyping(id, personId, messages.rows)
  const notifyTyping = useNotifyTyping(id, personId)
  const { outbox, pending } = useOutbox(personId, conversation)
  const [sent, setSent] = useState(0)
  useMarkRead(conversation)
  const bot = useBotState(conversation)
  const botOn = bot && (bot.kind === 'shop-off' ? undefined : bot.kind !== 'off')
  useThreadCommands({ conversation, backTo, onInfo, botOn })
  const facts = useWindowFacts(conversation)
  const [agreed, setAgreed] = useState<{ run(): void }>()
  // Stable while unchanged: thousands of messages use it.
  const tools: DeliveryTools = useMemo(() => ({ facts, askCost: run => setAgreed({ run }) }), [facts])
  const composerWindow = replyWindow(facts)
  const channel = useQuery({
    queryKey: ['channel', conversation.channel_id],
    queryFn: async () => (await readRows('channels', query => query.eq('id', conversation.channel_id)))[0] ?? null,
  })

  // What others do brings these up: after a deployment the page would be renewed for them, under somebody who types.
  useEffect(() => {
    void Promise.allSettled([
      import('#web/dashboard/inbox/intents/intent-card.tsx'),
      import('#web/dashboard/inbox/delivery/delivery-error.tsx'),
    ])
  }, [])

  useEffect(() => {
    const stored = messages.rows.flatMap(row => (row.client_id === null ? [] : [row.client_id]))
    if (stored.length > 0) outbox.arrived(stored)
  }, [messages.rows, outbox])

  const name = conversationName(conversation, texts)
  const inOrder = messages.rows.toReversed()
  const byExternalId = new Map(messages.rows.map(row => [row.external_id, row]))
  const entries = threadEntries(inOrder, answers.rows, pending, at => -times.daysAgo(at, now))
  const parts = threadParts(entries)
  const last = inOrder.at(-1)
  const botIsOff = bot?.kind === 'off' || bot?.kind === 'shop-off'
  const suggested = useSuggested({
    conversationId: id,
    unanswered: botIsOff && last?.author === 'contact' ? last.seq : undefined,
  })
  const writer = members.find(member => member.person_id === typing.memberId)
  const { loadMore } = messages
  const loadOlder = useCallback(() => void loadMore(), [loadMore])

  function withConsent(send: (mayCost: boolean) => void) {
    if (composerWindow.kind === 'paid') tools.askCost(() => send(true))
    else send(false)
  }

  function entryView(entry: ThreadEntry) {
    switch (entry.kind) {
      case 'day':
        return (
          <p key={entry.key} className="inbox-day">
            {dayWords(entry.at)}
          </p>
        )
      case 'message':
        return (
          <Fragment key={entry.key}>
            <MessageBubble
              message={entry.message}
              answer={entry.answer}
              last={entry.last}
              times={times}
              language={conversation.language}
              source={conversation.source}
              quoted={byExternalId.get(entry.message.reply_to ?? '')}
              tools={tools}
            />
            {intents.rows
              .filter(intent => intent.message_id === entry.message.id)
              .map(intent => (
                <Suspense key={intent.id} fallback={null}>
                  <IntentCard intent={intent} language={spoken} withConsent={withConsent} />
                </Suspense>
              ))}
          </Fragment>
        )
      case 'event':
        return (
          <div key={entry.key} className="drop-system">
            <span className={callsPerson(entry.event) ? 'inbox-event inbox-event-person' : 'inbox-event'}>
              <Icon name={eventIcons[entry.event]} />
            </span>
            <span>{eventWords(entry)}</span>
            {entry.event === 'abstain' && <TeachBot answerId={entry.answerId} text={texts.teach} />}
            {entry.event === 'limit' && <UpgradeLink />}
          </div>
        )
      case 'pending':
        return (
          <PendingBubble
            key={entry.key}
            reply={entry.reply}
            times={times}
            onResend={() => withConsent(mayCost => outbox.resend(entry.reply.clientId, mayCost))}
            onDiscard={() => outbox.discard(entry.reply.clientId)}
          />
        )
    }
  }

  function dayWords(at: string): string {
    const days = times.daysAgo(at, now)
    return days <= 0 ? texts.today : days === 1 ? texts.yesterday : times.longDay(at)
  }

  function eventWords(entry: ThreadEntry & { kind: 'event' }): string {
    const words = {
      handoff: conversation.bot_off_by === 'hand_over' ? texts.eventHandoff : texts.eventHandoffOn,
      abstain: texts.eventAbstain,
      limit: texts.eventLimit,
      closed: texts.eventClosed,
    }
    return fill(words[entry.event], { time: times.clock(entry.at) })
  }

  return (
    <section className="inbox-thread" aria-label={fill(texts.thread, { name })}>
      <ThreadHeader
        conversation={conversation}
        channel={channel.data ?? undefined}
        customerTypes={typing.contact}
        backTo={backTo}
        onInfo={onInfo}
      />
      <StaleNotice topic={`conversation:${id}`} />
      <SnoozedLine conversation={conversation} />
      {bot && <BotSilencedNotice conversation={conversation} bot={bot} times={times} />}
      {!messages.data ? (
        <QueryState
          query={messages}
          failed={texts.threadFailed}
          failedText={texts.threadFailedText}
          loading={texts.loadingThread}
          rows={4}
          className="inbox-thread-state"
        />
      ) : (
        <ThreadLog
          label={fill(texts.log, { name })}
          newest={last?.seq ?? 0}
          sent={sent}
          sought={sought}
          more={messages.more}
          loadingMore={messages.loadingMore}
          moreFailed={messages.moreFailed}
          loadMore={loadOlder}
        >
          {parts.map(({ key, entries: some }, at) => (
            <div key={key} className={at < parts.length - 2 ? 'inbox-part inbox-part-far' : 'inbox-part'}>
              {some.map(entryView)}
            </div>
          ))}
          {typing.contact && <TypingBubble author="contact" label={texts.customerTyping} />}
          {writer && (
            <TypingBubble author="member" label={fill(texts.memberTyping, { name: givenName(writer.name) })} />
          )}
          {typing.bot && <TypingBubble author="bot" label={texts.botWriting} />}
        </ThreadLog>
      )}
      {conversation.status === 'closed' ? (
        <ClosedBar conversation={conversation} />
      ) : (
        <ReplyComposer
          draftName={`sen-draft:${personId}:${id}`}
          name={nameForCustomers(me?.name ?? '') || workspace.name}
          onTyping={notifyTyping}
          source={conversation.source}
          language={conversation.language}
          values={{
            customer_name: conversation.contact_name,
            shop_name: workspace.name,
            member_name: nameForCustomers(me?.name ?? ''),
          }}
          window={composerWindow}
          suggested={suggested}
          now={facts.now}
          onAskDetails={
            conversation.source === 'zalo'
              ? text =>
                  withConsent(mayCost => {
                    outbox.add(text, { mayCost, asksDetails: true })
                    setSent(count => count + 1)
                  })
              : undefined
          }
          onSend={(text, files, done) =>
            withConsent(mayCost => {
              outbox.add(text, { mayCost, files })
              setSent(count => count + 1)
              done()
            })
          }
        />
      )}
      {agreed && (
        <CostConfirmDialog
          source={conversation.source}
          channelId={conversation.channel_id}
          onAgree={agreed.run}
          onClose={() => setAgreed(undefined)}
        />
      )}
    </section>
  )
}
