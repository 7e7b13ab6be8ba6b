import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ModelSettingsShown } from '#shared/contracts/bot/model.results.ts'
import { configurationTexts } from '#shared/texts/bot/configuration-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Field, PasswordField } from '#web/kit/forms/field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { refusedOf, useForm } from '#web/kit/forms/use-form.ts'
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
          <ModelForm task={task} saved={saved} onSaved={settings => queries.setQueryData(queryKey, settings)} />
        )}
      </QueryState>
    </SettingsPanel>
  )
}

type FormProps = { task: Task; saved: ModelSettingsShown; onSaved: (settings: ModelSettingsShown) => void }
type Typed = Pick<ModelSettingsShown, 'kind' | 'model' | 'base_url'> & { key: string }

function typedAs({ kind, model, base_url }: ModelSettingsShown): Typed {
  return { kind, model, base_url, key: '' }
}

function bodyOf({ kind, model, base_url: address, key }: Typed) {
  if (kind === 'embedded') return { kind }
  return { kind, model: model.trim(), base_url: address.trim(), ...(key.trim() ? { key: key.trim() } : {}) }
}

function ModelForm({ task, saved, onSaved }: FormProps) {
  const texts = useTexts(configurationTexts)
  const [tried, setTried] = useState<{ tone: 'ok' | 'bad'; text: string }>()
  const other = useAction()
  const form = useForm<Typed>({
    start: typedAs(saved),
    follows: true,
    check: typed => ({ model: typed.kind === 'embedded' || typed.model.trim() ? undefined : texts.modelNameMissing }),
    async save(typed, clear) {
      if (other.busy) return false
      setTried(undefined)
      other.setProblem(undefined)
      onSaved(await call(`PUT /api/v1/bot/${models[task]}`, { body: bodyOf(typed) }))
      clear({ key: '' })
      showToast(texts.modelSaved)
      return true
    },
    fieldOf: refusedOf('model', 'base_url', 'key'),
  })
  const own = form.values.kind !== 'embedded'
  const problem = other.problem ?? form.problem
  const outcome = problem === undefined ? tried : { tone: 'bad' as const, text: problem }

  const forget = () =>
    other.perform(async () => {
      setTried(undefined)
      const others = await call(`DELETE /api/v1/bot/${models[task]}`)
      onSaved(others)
      form.set(typedAs(others))
      showToast(texts.modelForgotten)
    }, 'forget')
  const test = () =>
    other.perform(async () => {
      setTried(undefined)
      const body = { settings: bodyOf(form.values) }
      const found = await call(`POST /api/v1/bot/${models[task]}/test`, { body, repeatable: true })
      setTried(
        found.ok
          ? { tone: 'ok', text: fill(texts.modelWorks, { ms: found.ms }) }
          : { tone: 'bad', text: fill(texts.modelBroken, { why: found.why ?? '' }) },
      )
    }, 'test')

  return (
    <form {...form.props} className="model-form">
      <SelectField
        label={task === 'reply' ? texts.modelKind : texts.searchModelKind}
        options={[
          { value: 'embedded', text: task === 'reply' ? texts.modelEmbedded : texts.searchModelEmbedded },
          { value: 'openai-compatible', text: texts.modelOpenai },
          ...(task === 'reply' ? [{ value: 'anthropic', text: 'Anthropic' } as const] : []),
          { value: 'gemini', text: 'Gemini' },
        ]}
        {...form.choice('kind')}
      />
      {own && (
        <>
          <Field label={texts.modelName} maxLength={200} autoComplete="off" {...form.field('model')} />
          <Field
            label={texts.modelAddress}
            hint={texts.modelAddressHint}
            inputMode="url"
            maxLength={500}
            autoComplete="off"
            {...form.field('base_url')}
          />
          <PasswordField
            label={texts.modelKey}
            hint={saved.key_end ? fill(texts.modelKeySaved, { end: saved.key_end }) : texts.modelKeyHint}
            show={texts.show}
            hide={texts.hide}
            autoComplete="off"
            {...form.field('key')}
          />
        </>
      )}
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      <div className="row model-tools">
        <Button type="submit" busy={form.busy}>
          {texts.modelSave}
        </Button>
        {own && (
          <Button busy={other.doing === 'test'} onClick={() => !form.busy && form.passes() && void test()}>
            {texts.modelTest}
          </Button>
        )}
        {saved.source === 'workspace' && (
          <Button look="quiet" busy={other.doing === 'forget'} onClick={() => !form.busy && void forget()}>
            {texts.modelForget}
          </Button>
        )}
      </div>
    </form>
  )
}
