import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { inboxTexts } from '#shared/texts/inbox/inbox-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { useMedia } from '#web/parts/page/use-media.ts'
import { usePageTitle } from '#web/parts/page/page-title.ts'
import { useConversation } from './list/conversation-lists.ts'
import { CustomerPanel } from './customer/customer-panel.tsx'
import { CustomerSheet } from './customer/customer-sheet.tsx'
import './inbox.css'
import './list/inbox-list.css'
import './composer/composer.css'
import './inbox-tools.css'
import './intents/intents.css'
import { useListCommands } from './list/list-commands.ts'
import { filterSuffix, readFilters } from './list/list-filters.ts'
import { ListPane } from './list/list-pane.tsx'
import { Thread } from './thread/thread.tsx'

const home = '/dashboard/inbox'

export function InboxSection() {
  const texts = useTexts(inboxTexts)
  const { conversationId } = useParams()
  const [search] = useSearchParams()
  const filters = useMemo(() => readFilters(search), [search])
  const navigate = useNavigate()
  const frame = useRef<HTMLDivElement>(null)
  const suffix = filterSuffix(filters)
  const addressOf = (id: string) => `${home}/${id}${suffix}`
  usePageTitle(texts.title)
  useListCommands()

  // Returns to the conversation that was open, unless the reader has gone elsewhere, to the search for one.
  const left = useRef(conversationId)
  useEffect(() => {
    const before = left.current
    left.current = conversationId
    if (before && !conversationId) focusRow(frame.current, before, focusIsLost)
  }, [conversationId])

  function onKeyDown(event: KeyboardEvent) {
    const target = event.target as HTMLElement
    if (target.closest('dialog')) return
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !conversationId) return
    if (event.key === 'Escape' && target.closest('.inbox-thread')) {
      if (matchMedia('(max-width: 767px)').matches) void navigate(`${home}${suffix}`)
      else focusRow(frame.current, conversationId)
    }
  }

  return (
    <div ref={frame} className="inbox" data-screen={conversationId ? 'thread' : 'list'} onKeyDown={onKeyDown}>
      <ListPane
        filters={filters}
        onFilters={(next, typing = false) =>
          void navigate(`${home}${conversationId ? `/${conversationId}` : ''}${filterSuffix(next)}`, {
            replace: typing,
          })
        }
        currentId={conversationId}
        addressOf={addressOf}
      />
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

function focusRow(frame: HTMLElement | null, id: string, may = () => true): void {
  requestAnimationFrame(() => {
    if (may()) frame?.querySelector<HTMLElement>(`[data-conversation="${id}"]`)?.focus()
  })
}

/** The focused element is gone; the layout then focuses the main part. */
function focusIsLost(): boolean {
  const { activeElement } = document
  return activeElement === document.body || activeElement?.id === 'main'
}

type OpenProps = { id: string; backTo: string; addressOf(id: string): string }

function OpenConversation({ id, backTo, addressOf }: OpenProps) {
  const texts = useTexts(inboxTexts)
  const wide = useMedia('(min-width: 1200px)')
  const [info, setInfo] = useState(false)
  const openInfo = useCallback(() => setInfo(true), [])
  const found = useConversation(id)
  const conversation = found.rows[0]

  if (!conversation) {
    return (
      <div className="inbox-none inbox-none-shown">
        <QueryState
          query={found}
          failed={texts.threadFailed}
          loading={texts.loadingThread}
          rows={4}
          empty={<EmptyState title={texts.notFound} text={texts.notFoundText} />}
        />
      </div>
    )
  }
  return (
    <>
      <h1 className="inbox-phone-title unseen">{texts.title}</h1>
      <Thread conversation={conversation} backTo={backTo} onInfo={wide ? undefined : openInfo} />
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
