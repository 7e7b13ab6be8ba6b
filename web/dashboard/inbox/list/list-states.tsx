import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { inboxListTexts } from '#shared/texts/inbox/inbox-list-texts.ts'
import { inboxTexts } from '#shared/texts/inbox/inbox-texts.ts'
import { inboxWorkTexts } from '#shared/texts/inbox/inbox-work-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import type { LiveRows } from '#web/data/live/live-rows.tsx'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { LoadError } from '#web/kit/feedback/load-error.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { BotIcon } from '#web/parts/illustrations/bot-icon.tsx'
import { fill } from '#web/parts/language/texts.ts'
import type { Group, ListedConversation } from './conversation-lists.ts'

export function NothingHere({ group }: { group: Group | undefined }) {
  const texts = useTexts(inboxTexts)
  const work = useTexts(inboxWorkTexts)
  const { role } = useCurrentWorkspace()
  if (group === 'closed') return <EmptyState title={texts.emptyClosedTitle} text={texts.emptyClosedText} />
  if (group === 'snoozed') return <EmptyState title={work.emptySnoozedTitle} text={work.emptySnoozedText} />
  return (
    <EmptyState
      title={texts.emptyTitle}
      text={texts.emptyText}
      action={
        role === 'admin' && (
          <Link className={buttonClass()} to={addresses.connect}>
            {texts.emptyAction}
          </Link>
        )
      }
    />
  )
}

type NothingFoundProps = { searched: boolean; onClear(): void; onEverywhere: (() => void) | undefined }

export function NothingFound({ searched, onClear, onEverywhere }: NothingFoundProps) {
  const texts = useTexts(inboxListTexts)
  return (
    <EmptyState
      title={searched ? texts.nothingFound : texts.nothingFiltered}
      text={searched ? texts.nothingFoundText : texts.nothingFilteredText}
      action={
        <div className="row flex-wrap gap-2 nothing-found">
          {onEverywhere && <Button onClick={onEverywhere}>{texts.searchEverywhere}</Button>}
          <Button onClick={onClear}>{texts.clearAll}</Button>
        </div>
      }
    />
  )
}

type HeadProps = { group: Group | 'apart'; count: string; longest: string | undefined }

export function GroupHead({ group, count, longest }: HeadProps) {
  const texts = useTexts(inboxTexts)
  const work = useTexts(inboxWorkTexts)
  const words = useTexts(inboxListTexts)
  return (
    <h2 className={`inbox-group ${group === 'waiting' ? 'inbox-group-waiting' : ''}`}>
      {group === 'waiting' ? (
        <Icon name="hand" size="sm" />
      ) : group === 'team' ? (
        <Icon name="users" size="sm" />
      ) : group === 'bot' ? (
        <BotIcon />
      ) : (
        <Icon name={group === 'closed' ? 'check' : group === 'snoozed' ? 'clock' : 'search'} size="sm" />
      )}
      {
        {
          waiting: texts.needPerson,
          team: words.teamHandles,
          bot: texts.botHandles,
          snoozed: work.snoozedGroup,
          closed: texts.closedGroup,
          open: words.foundOpen,
          all: words.found,
          apart: words.foundApart,
        }[group]
      }
      <span className="num">{count}</span>
      {longest && <span className="inbox-longest num">{fill(words.longest, { time: longest })}</span>}
    </h2>
  )
}

export function More({ list }: { list: LiveRows<ListedConversation> }) {
  const texts = useTexts(inboxTexts)
  if (!list.moreFailed)
    return (
      <p className="inbox-more" role="status">
        {texts.loadingMore}
      </p>
    )
  return <LoadError brief failed={texts.moreFailed} query={{ refetch: list.loadMore }} className="inbox-more" />
}
