import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { inboxTexts } from '#shared/texts/inbox-texts.ts'
import { inboxWorkTexts } from '#shared/texts/inbox-work-texts.ts'
import { codeOf, messageOf } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { useLiveState, useOnline } from '#web/data/live-rows.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { ErrorState } from '#web/kit/error-state.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { Segmented } from '#web/kit/segmented.tsx'
import { SkeletonRows } from '#web/kit/skeleton.tsx'
import { useMedia } from '#web/parts/use-media.ts'
import { usePageTitle } from '#web/parts/page-title.ts'
import { ConversationList } from './conversation-list.tsx'
import { useConversation, useConversations } from './conversation-lists.ts'
import { CustomerPanel } from './customer-panel.tsx'
import { CustomerSheet } from './customer-sheet.tsx'
import './inbox.css'
import { Thread } from './thread.tsx'

const shows = ['open', 'snoozed', 'closed'] as const
type Show = (typeof shows)[number]

const home = '/dashboard/inbox'

/** All conversations of the shop: the list, the one that is open, and who the customer is. */
export function InboxSection() {
  const texts = useTexts(inboxTexts)
  const work = useTexts(inboxWorkTexts)
  const { conversationId } = useParams()
  const [search] = useSearchParams()
  const show: Show = shows.find(one => one === search.get('show')) ?? 'open'
  const navigate = useNavigate()
  const frame = useRef<HTMLDivElement>(null)
  const suffix = suffixOf(show)
  const addressOf = (id: string) => `${home}/${id}${suffix}`
  usePageTitle(texts.title)

  // On a phone the list comes back where it was left: on the conversation that was open.
  const left = useRef(conversationId)
  useEffect(() => {
    const before = left.current
    left.current = conversationId
    if (before && !conversationId) focusRow(frame.current, before)
  }, [conversationId])

  function onKeyDown(event: KeyboardEvent) {
    const target = event.target as HTMLElement
    // A dialog over the conversation has its own keys.
    if (target.closest('dialog')) return
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !conversationId) return
    if (event.key === 'Escape' && target.closest('.inbox-thread')) {
      if (matchMedia('(max-width: 767px)').matches) void navigate(`${home}${suffix}`)
      else focusRow(frame.current, conversationId)
    }
    // A way to the composer that does not lead through the whole conversation.
    const field = frame.current?.querySelector<HTMLElement>('.inbox-composer textarea')
    if (event.key === 'r' && field && !target.matches('textarea, input')) {
      event.preventDefault()
      field.focus()
    }
  }

  return (
    <div ref={frame} className="inbox" data-screen={conversationId ? 'thread' : 'list'} onKeyDown={onKeyDown}>
      <section className="inbox-list" aria-label={texts.list}>
        <div className="inbox-list-head">
          <h1>{texts.title}</h1>
          <Segmented
            label={texts.show}
            value={show}
            options={[
              { value: 'open', text: texts.open },
              { value: 'snoozed', text: work.snooze },
              { value: 'closed', text: texts.closed },
            ]}
            onChoose={next => void navigate(`${home}${conversationId ? `/${conversationId}` : ''}${suffixOf(next)}`)}
          />
        </div>
        <LiveLine />
        {show === 'open' ? (
          <OpenList currentId={conversationId} addressOf={addressOf} />
        ) : (
          <OneGroupList group={show} currentId={conversationId} addressOf={addressOf} />
        )}
      </section>
      {conversationId ? (
        <OpenConversation key={conversationId} id={conversationId} backTo={`${home}${suffix}`} addressOf={addressOf} />
      ) : (
        <div className="inbox-none">
          <EmptyState title={texts.select} text={texts.selectText} />
        </div>
      )}
    </div>
  )
}

function suffixOf(show: Show): string {
  return show === 'open' ? '' : `?show=${show}`
}

function focusRow(frame: HTMLElement | null, id: string): void {
  requestAnimationFrame(() => frame?.querySelector<HTMLElement>(`[data-conversation="${id}"]`)?.focus())
}

type ListProps = { currentId: string | undefined; addressOf(id: string): string }

function OpenList(props: ListProps) {
  const waiting = useConversations('waiting')
  const bot = useConversations('bot')
  return (
    <ConversationList
      {...props}
      groups={[
        { group: 'waiting', list: waiting },
        { group: 'bot', list: bot },
      ]}
    />
  )
}

function OneGroupList({ group, ...props }: ListProps & { group: 'snoozed' | 'closed' }) {
  const list = useConversations(group)
  return <ConversationList {...props} groups={[{ group, list }]} />
}

/** Says when what is shown may be old; without any network the dashboard says so itself. While all is well it tells readers only. */
function LiveLine() {
  const texts = useTexts(inboxTexts)
  const { workspace } = useCurrentWorkspace()
  const live = useLiveState(`workspace:${workspace.id}`)
  const online = useOnline()
  const behind = live !== 'live' && online
  const [late, setLate] = useState(false)
  // A connection that takes a moment is no news.
  useEffect(() => {
    if (!behind) return
    const timer = setTimeout(() => setLate(true), 1500)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [behind])
  const shown = behind && late
  return (
    <p className={shown ? 'inbox-live' : 'unseen'} role="status">
      {shown && <Icon name="rotate-cw" size="sm" />}
      {live !== 'live' ? texts.connecting : texts.live}
    </p>
  )
}

type OpenProps = { id: string; backTo: string; addressOf(id: string): string }

function OpenConversation({ id, backTo, addressOf }: OpenProps) {
  const texts = useTexts(inboxTexts)
  const wide = useMedia('(min-width: 1200px)')
  const [info, setInfo] = useState(false)
  const { rows, status, error, retry } = useConversation(id)
  const conversation = rows[0]

  if (!conversation) {
    return (
      <div className="inbox-none inbox-none-shown">
        {status === 'loading' ? (
          <SkeletonRows rows={4} label={texts.loadingThread} />
        ) : status === 'failed' ? (
          <ErrorState
            title={texts.threadFailed}
            text={messageOf(error)}
            code={codeOf(error)}
            retry={{ text: texts.retry, run: retry }}
          />
        ) : (
          <EmptyState title={texts.notFound} text={texts.notFoundText} />
        )}
      </div>
    )
  }
  return (
    <>
      <h1 className="inbox-phone-title unseen">{texts.title}</h1>
      <Thread conversation={conversation} backTo={backTo} onInfo={wide ? undefined : () => setInfo(true)} />
      {wide ? (
        <aside className="inbox-customer" aria-label={texts.customer}>
          <CustomerPanel conversation={conversation} addressOf={addressOf} />
        </aside>
      ) : (
        info && (
          <CustomerSheet onClose={() => setInfo(false)}>
            <CustomerPanel conversation={conversation} addressOf={addressOf} />
          </CustomerSheet>
        )
      )}
    </>
  )
}
