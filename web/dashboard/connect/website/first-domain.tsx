import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { readDomain } from '#shared/rules/website/website-domain.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { useWebsiteActions } from './website-actions.ts'
import { useForm } from '#web/kit/forms/use-form.ts'
import { DomainField } from '#web/parts/forms/common-fields.tsx'

export function FirstDomain({ onDone, onCancel }: { onDone?: () => void; onCancel?: () => void }) {
  const texts = useTexts(dashboardTexts)
  const { connect } = useWebsiteActions()
  const form = useForm({
    start: { domain: '' },
    check: ({ domain }) => ({ domain: readDomain(domain) === null ? texts.domainWrong : undefined }),
    async save({ domain }) {
      await connect(domain.trim())
      onDone?.()
    },
    fieldOf: () => 'domain',
  })

  return (
    <form {...form.props} className="first-domain">
      <DomainField
        label={texts.firstDomain}
        placeholder={texts.domainExample}
        hint={texts.firstDomainHint}
        {...form.field('domain')}
      />
      <div className="row">
        {onCancel && <Button onClick={onCancel}>{texts.cancel}</Button>}
        <Button type="submit" look="filled" busy={form.busy} busyText={texts.connecting}>
          {texts.connectWebsite}
        </Button>
      </div>
    </form>
  )
}
