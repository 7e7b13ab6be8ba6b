import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { type GreetingsTexts, greetingsTexts } from '#shared/texts/chat/greetings-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { Switch } from '#web/kit/forms/switch.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { SectionPage } from '#web/parts/page/section-page.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { CampaignTabs } from '../campaign-tabs.tsx'
import { GreetingForm } from './greeting-form.tsx'
import type { Greeting } from './greeting-row.ts'
import { RemoveGreeting } from './remove-greeting.tsx'
import './greetings.css'

export function GreetingsSection() {
  const texts = useTexts(campaignScreensTexts)
  return (
    <SectionPage title={texts.title}>
      <CampaignTabs current="greetings" />
      <Greetings />
    </SectionPage>
  )
}

function Greetings() {
  const texts = useTexts(greetingsTexts)
  const { workspace, role } = useCurrentWorkspace()
  const queries = useQueryClient()
  const queryKey = ['greetings', workspace.id]
  const query = useQuery({
    queryKey,
    queryFn: () => call('GET /api/v1/greetings'),
  })
  const [edited, setEdited] = useState<Greeting | 'new'>()
  const [removed, setRemoved] = useState<Greeting>()
  const refresh = () => queries.invalidateQueries({ queryKey })
  const { data } = query
  if (!data) return <QueryState query={query} failed={texts.failed} loading={texts.loading} />
  const mayChange = role === 'admin'
  const add = mayChange && (
    <Button look="filled" icon="plus" onClick={() => setEdited('new')}>
      {texts.add}
    </Button>
  )
  return (
    <div className="page-column">
      <p className="soft">{texts.intro}</p>
      <section className="panel" aria-label={texts.title}>
        {data.greetings.length === 0 ? (
          <EmptyState title={texts.empty} text={texts.emptyText} action={add || undefined} />
        ) : (
          <ul>
            {data.greetings.map(greeting => (
              <GreetingRow
                key={greeting.id}
                greeting={greeting}
                mayChange={mayChange}
                onEdit={() => setEdited(greeting)}
                onRemove={() => setRemoved(greeting)}
                onChanged={refresh}
              />
            ))}
          </ul>
        )}
      </section>
      {data.greetings.length > 0 && <p>{add}</p>}
      {edited && (
        <GreetingForm
          greeting={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={refresh}
        />
      )}
      {removed && <RemoveGreeting greeting={removed} onClose={() => setRemoved(undefined)} onRemoved={refresh} />}
    </div>
  )
}

function GreetingRow({
  greeting,
  mayChange,
  onEdit,
  onRemove,
  onChanged,
}: {
  greeting: Greeting
  mayChange: boolean
  onEdit(): void
  onRemove(): void
  onChanged(): Promise<void>
}) {
  const texts = useTexts(greetingsTexts)
  const { busy, perform } = useAction({ onProblem: showToast })
  const { id, shown, opened, ...rule } = greeting

  async function turn(enabled: boolean) {
    await perform(async () => {
      await call('PUT /api/v1/greetings/:id', { params: { id }, body: { ...rule, enabled } })
      await onChanged()
    })
  }

  return (
    <li className="greeting">
      <div className="fill">
        <p>
          <b>{rule.name}</b>
        </p>
        <p className="soft">{ruleOf(greeting, texts)}</p>
        <p>{rule.vi || rule.en}</p>
        <p className="soft num">{fill(texts.counts, { shown, opened })}</p>
      </div>
      {mayChange && (
        <div className="row gap-3">
          <Switch
            on={rule.enabled}
            busy={busy}
            label={fill(texts.on, { name: rule.name })}
            onSwitch={on => void turn(on)}
          />
          <Button size="sm" onClick={onEdit}>
            {texts.change}
          </Button>
          <Button size="sm" look="danger-quiet" onClick={onRemove}>
            {texts.remove}
          </Button>
        </div>
      )}
    </li>
  )
}

function ruleOf({ path, after, who }: Greeting, texts: GreetingsTexts): string {
  const words = { where: path || texts.everywhere, who: texts[who].toLowerCase() }
  return 'seconds' in after
    ? fill(texts.ruleSeconds, { ...words, count: after.seconds })
    : fill(texts.ruleScroll, { ...words, count: after.scroll })
}
