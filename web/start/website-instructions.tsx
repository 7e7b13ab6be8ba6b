import { useQueryClient } from '@tanstack/react-query'
import { readableDomain } from '#shared/rules/website/readable-domain.ts'
import { readDomain } from '#shared/rules/website/website-domain.ts'
import { startTexts } from '#shared/texts/account/start-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { isConnected, useChannels } from '#web/parts/channels/channels.ts'
import { CopyButton } from '#web/parts/sharing/copy-button.tsx'
import { pageConfig } from '#web/parts/page/page-config.ts'
import { share } from '#web/parts/sharing/share.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useDomains } from '#web/parts/channels/website-domains.ts'
import { useForm } from '#web/kit/forms/use-form.ts'

export function WebsiteInstructions() {
  const channels = useChannels()
  const domains = useDomains()
  const website = channels.rows.find(one => one.kind === 'website' && !one.hosted && isConnected(one))
  const domain = website && domains.data?.[website.id]?.[0]
  return website ? (
    <EmailText widget={website.account_id} domain={domain ? readableDomain(domain) : ''} />
  ) : (
    <DomainForm />
  )
}

function DomainForm() {
  const texts = useTexts(startTexts)
  const { workspace } = useCurrentWorkspace()
  const queries = useQueryClient()
  const form = useForm({
    start: { domain: '' },
    check: ({ domain }) => ({ domain: readDomain(domain) === null ? texts.domainWrong : undefined }),
    async save({ domain }) {
      await call('POST /api/v1/channels/websites', { body: { domains: [domain.trim()] } })
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['domains', workspace.id] }),
        queries.invalidateQueries({ queryKey: ['live', `workspace:${workspace.id}`, 'channels'] }),
      ])
    },
    fieldOf: () => 'domain',
  })

  return (
    <form {...form.props} className="stack">
      <Field
        label={texts.domain}
        hint={texts.domainHint}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('domain')}
      />
      <div>
        <Button type="submit" busy={form.busy}>
          {texts.getCode}
        </Button>
      </div>
    </form>
  )
}

function EmailText({ widget, domain }: { widget: string; domain: string }) {
  const texts = useTexts(startTexts)
  const { workspace } = useCurrentWorkspace()
  const address = `${pageConfig().publicUrl}/widget/v1/loader.js`
  const line = `<script async src="${address}" data-widget="${widget}" data-locale="${workspace.language}"></script>`
  const words = fill(texts.letterText, { domain: domain || texts.website })
  const whole = `${words}\n\n${line}`
  const mail = `mailto:?subject=${encodeURIComponent(fill(texts.letterSubject, { domain }))}&body=${encodeURIComponent(whole)}`
  const refused = () => showErrorToast(texts.copyFailed)

  // Zalo has no address that opens a chat with text: the text is copied, and Zalo opened.
  async function toZalo() {
    try {
      await navigator.clipboard.writeText(whole)
      showToast(texts.zaloCopied)
      window.open('https://chat.zalo.me/', '_blank', 'noopener')
    } catch {
      refused()
    }
  }

  return (
    <div className="stack">
      <pre className="start-code" tabIndex={0} aria-label={texts.code}>
        {line}
      </pre>
      <div className="start-letter">
        <b>{texts.letter}</b>
        <p className="soft">{words}</p>
      </div>
      <div className="row flex-wrap">
        <Button icon="external-link" onClick={() => void share(whole, undefined, texts.copied).catch(refused)}>
          {texts.toMaker}
        </Button>
        <a className="btn btn-outline" href={mail}>
          {texts.toMail}
        </a>
        <Button onClick={() => void toZalo()}>{texts.toZalo}</Button>
        <CopyButton
          text={whole}
          copy={texts.copyLetter}
          copied={texts.copied}
          onRefused={refused}
          className="btn-outline"
        />
        <CopyButton
          text={line}
          copy={texts.copyCode}
          copied={texts.copied}
          onRefused={refused}
          className="btn-outline"
        />
      </div>
    </div>
  )
}
