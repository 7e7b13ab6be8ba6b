import { useState } from 'react'
import { apiKeysTexts } from '#shared/texts/team/api-keys-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Row } from '#web/data/wire-rows.ts'
import { Button } from '#web/kit/button.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { ConfirmDialog } from '#web/parts/forms/confirm-dialog.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { useApiKeys } from './api-keys.ts'
import { MakeKeyDialog } from './make-key-dialog.tsx'

type ApiKey = Row<'api_keys'>

export function ApiKeysPanel() {
  const texts = useTexts(apiKeysTexts)
  const query = useApiKeys()
  const { data, refetch } = query
  const [makes, setMakes] = useState(false)
  const [ends, setEnds] = useState<ApiKey>()
  const keys = { ...query, data: data?.filter(({ revoked_at: revoked }) => revoked === null) }
  return (
    <section className="panel team-keys" aria-labelledby="api-keys">
      <div className="panel-head">
        <h2 id="api-keys" className="fill">
          {texts.title}
        </h2>
        <Button size="sm" icon="plus" onClick={() => setMakes(true)}>
          {texts.make}
        </Button>
      </div>
      <p className="soft team-keys-hint">{texts.hint}</p>
      <QueryState
        query={keys}
        failed={texts.failed}
        loading={texts.title}
        rows={2}
        className="panel-body"
        empty={<p className="soft team-keys-hint">{texts.none}</p>}
      >
        {all => (
          <ul>
            {all.map(key => (
              <KeyRow key={key.id} row={key} onRevoke={() => setEnds(key)} />
            ))}
          </ul>
        )}
      </QueryState>
      {makes && <MakeKeyDialog onMade={() => void refetch()} onClose={() => setMakes(false)} />}
      {ends && (
        <ConfirmDialog
          title={fill(texts.revokeTitle, { name: ends.name })}
          keep={texts.keep}
          act={texts.revoke}
          run={async () => {
            await call('DELETE /api/v1/api-keys/:id', { params: { id: ends.id } })
            showToast(fill(texts.revoked, { name: ends.name }))
            await refetch()
          }}
          onClose={() => setEnds(undefined)}
        >
          <p>{texts.revokeText}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

function KeyRow({ row, onRevoke }: { row: ApiKey; onRevoke: () => void }) {
  const texts = useTexts(apiKeysTexts)
  const times = useTimes()
  const { name, scope, last_four: letters, created_at: made, used_at: used } = row
  return (
    <li>
      <div className="fill">
        <p className="row gap-2 team-key-name">
          <b>{name}</b>
          <Chip tone="plain">{texts[scope === 'admin' ? 'admin' : 'reply']}</Chip>
        </p>
        <p className="soft num">
          {fill(texts.ending, { letters: `…${letters}` })} · {fill(texts.made, { date: times.date(made) })} ·{' '}
          {used ? fill(texts.used, { date: times.dateAndClock(used) }) : texts.unused}
        </p>
      </div>
      <Button size="sm" look="danger-quiet" aria-label={`${texts.revoke}: ${name}`} onClick={onRevoke}>
        {texts.revoke}
      </Button>
    </li>
  )
}
