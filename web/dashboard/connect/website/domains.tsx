import { readableDomain } from '#shared/rules/website/readable-domain.ts'
import { readDomain } from '#shared/rules/website/website-domain.ts'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Channel } from '#web/data/wire-rows.ts'
import { Button, IconButton } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Tag } from '#web/kit/tag.tsx'
import { showError, showToast } from '#web/kit/feedback/toast.tsx'
import { seenOn } from '#web/parts/channels/channels.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useWebsiteActions } from './website-actions.ts'
import { useForm } from '#web/kit/forms/use-form.ts'
import { DomainField } from '#web/parts/forms/common-fields.tsx'

/** An empty list means nowhere. */
export function Domains({ channel, domains }: { channel: Channel; domains: string[] }) {
  const texts = useTexts(dashboardTexts)
  const { setDomains } = useWebsiteActions()
  const seen = Object.keys(seenOn(channel))

  const form = useForm({
    start: { domain: '' },
    check({ domain }) {
      const host = readDomain(domain)
      return { domain: host === null ? texts.domainWrong : domains.includes(host) ? texts.domainThere : undefined }
    },
    async save({ domain }, clear) {
      await setDomains(channel.id, [...domains, readDomain(domain) ?? domain])
      clear({ domain: '' })
    },
    fieldOf: () => 'domain',
  })

  async function remove(host: string) {
    try {
      await setDomains(
        channel.id,
        domains.filter(other => other !== host),
      )
      const putBack = () => void setDomains(channel.id, domains).catch(showError)
      showToast(fill(texts.domainRemoved, { domain: readableDomain(host) }), { text: texts.undo, run: putBack })
    } catch (error) {
      showError(error)
    }
  }

  return (
    <section className="domains" aria-labelledby={`domains-${channel.id}`}>
      <h2 id={`domains-${channel.id}`}>{texts.domains}</h2>
      <p className="hint">{domains.length === 0 ? texts.domainsText : texts.domainsOnly}</p>
      <ul>
        {domains.map(host => (
          <li key={host}>
            <Icon name="globe" />
            <b className="fill break-all">{readableDomain(host)}</b>
            {seen.length > 0 && <Seen on={seen.some(page => isWithin(page, host))} />}
            <IconButton
              icon="x"
              label={fill(texts.removeDomain, { domain: readableDomain(host) })}
              onClick={() => void remove(host)}
            />
          </li>
        ))}
      </ul>
      <form {...form.props} className="domain-form">
        <DomainField
          label={texts.addDomain}
          labelHidden
          small
          placeholder={texts.domainExample}
          {...form.field('domain')}
        />
        <Button type="submit" busy={form.busy}>
          {texts.add}
        </Button>
      </form>
    </section>
  )
}

function Seen({ on }: { on: boolean }) {
  const texts = useTexts(dashboardTexts)
  return on ? <Tag colour="var(--ok)">{texts.seenHere}</Tag> : <span className="hint">{texts.notSeenHere}</span>
}

function isWithin(page: string, domain: string): boolean {
  return domain.startsWith('*.') ? page.endsWith(domain.slice(1)) : page === domain
}
