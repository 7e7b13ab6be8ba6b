import { useState } from 'react'
import { channelScreensTexts } from '#shared/texts/channels/channel-screens-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { LoadError } from '#web/kit/feedback/load-error.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { DiscardDialog } from './discard-dialog.tsx'
import { type Undelivered, useUndelivered, useUndeliveredActions } from './undelivered-rows.ts'
import { UndeliveredRow } from './undelivered-row.tsx'
import './undelivered.css'

const shownAtFirst = 5

export function UndeliveredPanel() {
  const texts = useTexts(channelScreensTexts)
  const { role } = useCurrentWorkspace()
  const query = useUndelivered()
  const rows = query.data
  const [all, setAll] = useState(false)
  const [dropping, setDropping] = useState<Undelivered>()
  if (!rows && query.error) return <LoadError failed={texts.undeliveredFailed} query={query} />
  if (!rows || rows.length === 0) return null
  const isAdmin = role === 'admin'
  return (
    <section className="panel" aria-labelledby="undelivered">
      <div className="panel-head">
        <h2 className="row fill undelivered-title" id="undelivered">
          <Icon name="circle-alert" />
          {texts.undelivered}
          <span className="muted num undelivered-count">{fill(texts.undeliveredCount, { count: rows.length })}</span>
        </h2>
        {isAdmin && rows.length > 1 && <TryAll />}
        <p className="soft undelivered-lead">{isAdmin ? texts.undeliveredText : texts.undeliveredForMembers}</p>
      </div>
      <ul>
        {(all ? rows : rows.slice(0, shownAtFirst)).map(row => (
          <UndeliveredRow key={row.id} row={row} onDrop={isAdmin ? () => setDropping(row) : undefined} />
        ))}
      </ul>
      {!all && rows.length > shownAtFirst && (
        <div className="undelivered-more">
          <Button look="quiet" size="sm" icon="chevron-down" onClick={() => setAll(true)}>
            {texts.showAll}
          </Button>
        </div>
      )}
      {dropping && <DiscardDialog row={dropping} onClose={() => setDropping(undefined)} />}
    </section>
  )
}

function TryAll() {
  const texts = useTexts(channelScreensTexts)
  const { tryAll } = useUndeliveredActions()
  const { busy, perform } = useAction({ onProblem: showErrorToast })
  async function run() {
    await perform(async () => {
      const { replayed } = await tryAll()
      showToast(fill(texts.triedAll, { count: replayed }))
    })
  }
  return (
    <Button size="sm" icon="rotate-cw" busy={busy} busyText={texts.tryingAgain} onClick={() => void run()}>
      {texts.tryAll}
    </Button>
  )
}
