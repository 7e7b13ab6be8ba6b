import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ModelSettingsShown } from '#shared/contracts/bot/model.results.ts'
import { configurationTexts } from '#shared/texts/bot/configuration-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Field, PasswordField } from '#web/kit/forms/field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { SettingsPanel } from './setting-row.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { QueryState } from '#web/kit/feedback/query-state.tsx'

/** Whether the model writes the replies or the embeddings for search. */
type Task = 'reply' | 'search'
const models = { reply: 'model', search: 'search-model' } as const

/** Saved apart from the other settings: the key is stored elsewhere and is never read back. */
export function ModelPanel({ task }: { task: Task }) {
  const texts = useTexts(configurationTexts)
  const { workspace } = useCurrentWorkspace()
  const queries = useQueryClient()
  const queryKey = ['bot model', task, workspace.id]
  const query = useQuery({
    queryKey,
    queryFn: () => call(`GET /api/v1/bot/${models[task]}`),
  })
  const { data } = query
  const source = data && (data.source === 'workspace' ? texts.modelByShop : texts.modelByInstallation)
  return (
    <SettingsPanel title={task === 'reply' ? texts.model : texts.searchModel} aside={source}>
      <p className="soft">{task === 'reply' ? texts.modelText : texts.searchModelText}</p>
      <QueryState query={query} failed={texts.modelFailed} loading={texts.loading} rows={1}>
        {saved => (
          <ModelForm
            key={JSON.stringify(saved)}
            task={task}
            saved={saved}
            onSaved={settings => queries.setQueryData(queryKey, settings)}
          />
        )}
      </QueryState>
    </SettingsPanel>
  )
}

type Work = 'save' | 'test' | 'forget'
type FormProps = { task: Task; saved: ModelSettingsShown; onSaved: (settings: ModelSettingsShown) => void }

function ModelForm({ task, saved, onSaved }: FormProps) {
  const texts = useTexts(configurationTexts)
  const [kind, setKind] = useState(saved.kind)
  const [model, setModel] = useState(saved.model)
  const [address, setAddress] = useState(saved.base_url)
  const [key, setKey] = useState('')
  const { doing, problem, perform } = useAction()
  const [missing, setMissing] = useState(false)
  const [tried, setTried] = useState<{ tone: 'ok' | 'bad'; text: string }>()
  const outcome = problem === undefined ? tried : { tone: 'bad' as const, text: problem }
  const own = kind !== 'embedded'
  const body = own
    ? { kind, model: model.trim(), base_url: address.trim(), ...(key.trim() ? { key: key.trim() } : {}) }
    : { kind }

  async function run(what: Work, work: () => Promise<void>) {
    if (what !== 'forget' && own && model.trim() === '') return setMissing(true)
    setTried(undefined)
    await perform(work, what)
  }

  const save = () =>
    run('save', async () => {
      onSaved(await call(`PUT /api/v1/bot/${models[task]}`, { body }))
      showToast(texts.modelSaved)
    })
  const forget = () =>
    run('forget', async () => {
      onSaved(await call(`DELETE /api/v1/bot/${models[task]}`))
      showToast(texts.modelForgotten)
    })
  const test = () =>
    run('test', async () => {
      const found = await call(`POST /api/v1/bot/${models[task]}/test`, { body: { settings: body }, repeatable: true })
      setTried(
        found.ok
          ? { tone: 'ok', text: fill(texts.modelWorks, { ms: found.ms }) }
          : { tone: 'bad', text: fill(texts.modelBroken, { why: found.why ?? '' }) },
      )
    })

  return (
    <form
      className="model-form"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void save()
      }}
    >
      <SelectField
        label={task === 'reply' ? texts.modelKind : texts.searchModelKind}
        value={kind}
        options={[
          { value: 'embedded', text: task === 'reply' ? texts.modelEmbedded : texts.searchModelEmbedded },
          { value: 'openai-compatible', text: texts.modelOpenai },
          ...(task === 'reply' ? [{ value: 'anthropic', text: 'Anthropic' } as const] : []),
          { value: 'gemini', text: 'Gemini' },
        ]}
        onChoose={setKind}
      />
      {own && (
        <>
          <Field
            label={texts.modelName}
            value={model}
            maxLength={200}
            autoComplete="off"
            error={missing ? texts.modelNameMissing : undefined}
            onValue={value => {
              setModel(value)
              setMissing(false)
            }}
          />
          <Field
            label={texts.modelAddress}
            hint={texts.modelAddressHint}
            inputMode="url"
            value={address}
            maxLength={500}
            autoComplete="off"
            onValue={setAddress}
          />
          <PasswordField
            label={texts.modelKey}
            hint={saved.key_end ? fill(texts.modelKeyKept, { end: saved.key_end }) : texts.modelKeyHint}
            show={texts.show}
            hide={texts.hide}
            value={key}
            autoComplete="off"
            onValue={setKey}
          />
        </>
      )}
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      <div className="row model-tools">
        <Button type="submit" busy={doing === 'save'}>
          {texts.modelSave}
        </Button>
        {own && (
          <Button busy={doing === 'test'} onClick={() => void test()}>
            {texts.modelTest}
          </Button>
        )}
        {saved.source === 'workspace' && (
          <Button look="quiet" busy={doing === 'forget'} onClick={() => void forget()}>
            {texts.modelForget}
          </Button>
        )}
      </div>
    </form>
  )
}
