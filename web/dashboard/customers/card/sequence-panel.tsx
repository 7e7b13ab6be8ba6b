import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { sequencesTexts } from '#shared/texts/campaigns/sequences-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { templateNames } from '#web/parts/channels/templates.ts'
import { fill } from '#web/parts/language/texts.ts'

export function SequencePanel({ customerId, name }: { customerId: string; name: string }) {
  const texts = useTexts(sequencesTexts)
  const { workspace } = useCurrentWorkspace()
  const [chosen, setChosen] = useState('')
  const why = useId()
  const { busy, perform } = useAction({ onProblem: showErrorToast })
  const { data } = useQuery({
    queryKey: ['sequences', workspace.id],
    queryFn: async () => (await call('GET /api/v1/sequences')).sequences,
  })
  const active = data?.filter(({ status }) => status === 'active') ?? []
  if (active.length === 0) return null
  const picked = active.find(({ id }) => id === chosen) ?? active[0]
  const names = templateNames(picked?.withdrawn ?? [], texts.withdrawnGone)
  async function put() {
    if (!picked) return
    await perform(async () => {
      await call('POST /api/v1/sequences/:id/runs', { params: { id: picked.id }, body: { customer_id: customerId } })
      showToast(fill(texts.putDone, { name, sequence: picked.name }))
    })
  }
  return (
    <section className="panel" aria-label={texts.putTitle}>
      <header className="panel-head">
        <h2>{texts.putTitle}</h2>
      </header>
      <div className="panel-body card-same">
        <SelectField
          label={texts.title}
          labelHidden
          value={picked?.id ?? ''}
          options={active.map(({ id, name: called }) => ({ value: id, text: called }))}
          onChoose={setChosen}
        />
        <Button
          busy={busy}
          disabled={names !== ''}
          aria-describedby={names !== '' ? why : undefined}
          onClick={() => void put()}
        >
          {texts.putIn}
        </Button>
        {names !== '' && (
          <p className="hint" id={why}>
            {fill(texts.withdrawnPut, { names })}
          </p>
        )}
      </div>
    </section>
  )
}
