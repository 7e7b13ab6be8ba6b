import { useState } from 'react'
import { ssoTexts } from '#shared/texts/team/sso-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { Chip } from '#web/kit/tag.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { CopiedValue } from './copied-value.tsx'
import { RemoveDomainDialog } from './remove-sso-dialog.tsx'
import type { SsoDomain } from './sso-settings.ts'

type Props = { domains: SsoDomain[]; mayChange: boolean; onChanged: () => void }

export function DomainList({ domains, mayChange, onChanged }: Props) {
  const texts = useTexts(ssoTexts)
  const [leaving, setLeaving] = useState<SsoDomain>()
  return (
    <>
      {domains.length === 0 && <p className="soft">{texts.noDomains}</p>}
      <ul className="sso-domains">
        {domains.map(domain => (
          <li key={domain.id}>
            <Domain domain={domain} mayChange={mayChange} onChanged={onChanged} onRemove={() => setLeaving(domain)} />
          </li>
        ))}
      </ul>
      {mayChange && <AddDomain onAdded={onChanged} />}
      {leaving && <RemoveDomainDialog domain={leaving} onRemoved={onChanged} onClose={() => setLeaving(undefined)} />}
    </>
  )
}

type DomainProps = { domain: SsoDomain; mayChange: boolean; onChanged: () => void; onRemove: () => void }

function Domain({ domain, mayChange, onChanged, onRemove }: DomainProps) {
  const texts = useTexts(ssoTexts)
  const times = useTimes()
  const { busy, problem, perform } = useAction()
  const { id, domain: name, proven_at: proven, missing_since: since } = domain
  const isWhole = proven !== null && since === null
  const check = () =>
    perform(async () => {
      await call('POST /api/v1/sso/domains/:id/check', { params: { id }, repeatable: true })
      showToast(fill(texts.checked, { domain: name }))
      onChanged()
    })
  return (
    <>
      <div className="row flex-wrap gap-2">
        <b className="fill">{name}</b>
        <Chip tone={isWhole ? 'ok' : 'warning'}>{isWhole ? texts.proven : since ? texts.gone : texts.waiting}</Chip>
        {mayChange && (
          <Button size="sm" look="danger-quiet" aria-label={`${texts.removeDomain}: ${name}`} onClick={onRemove}>
            {texts.removeDomain}
          </Button>
        )}
      </div>
      {since && <Notice tone="warning">{fill(texts.goneText, { date: times.date(since) })}</Notice>}
      {!isWhole && (
        <>
          <p className="soft">{fill(texts.recordText, { domain: name })}</p>
          <CopiedValue label={texts.recordName} value={domain.record_name} />
          <CopiedValue label={texts.recordValue} value={domain.record_value} />
          {mayChange && (
            <div>
              <Button size="sm" busy={busy} busyText={texts.checking} onClick={() => void check()}>
                {texts.check}
              </Button>
            </div>
          )}
        </>
      )}
      {problem && <Notice tone="bad">{problem}</Notice>}
    </>
  )
}

function AddDomain({ onAdded }: { onAdded: () => void }) {
  const texts = useTexts(ssoTexts)
  const form = useForm({
    start: { domain: '' },
    check: ({ domain }) => ({ domain: domain.trim() ? undefined : texts.missing }),
    async save({ domain }, clear) {
      await call('POST /api/v1/sso/domains', { body: { domain: domain.trim() } })
      clear({ domain: '' })
      onAdded()
    },
    fieldOf: () => 'domain',
  })
  return (
    <form {...form.props} className="sso-add">
      <Field
        label={texts.addDomain}
        hint={texts.domainHint}
        small
        maxLength={300}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        inputMode="url"
        {...form.field('domain')}
      />
      <Button type="submit" size="sm" busy={form.busy} busyText={texts.domainAdding}>
        {texts.domainAdd}
      </Button>
    </form>
  )
}
